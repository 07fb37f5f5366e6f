/** The time zone of a country's capital or largest city; branches can be moved to another afterwards. */
const zones: Readonly<Record<string, string>> = {
  Argentina: 'America/Argentina/Buenos_Aires',
  Austria: 'Europe/Vienna',
  Belgium: 'Europe/Brussels',
  Brazil: 'America/Sao_Paulo',
  Canada: 'America/Toronto',
  Denmark: 'Europe/Copenhagen',
  Finland: 'Europe/Helsinki',
  France: 'Europe/Paris',
  Germany: 'Europe/Berlin',
  Ireland: 'Europe/Dublin',
  Italy: 'Europe/Rome',
  Mexico: 'America/Mexico_City',
  Norway: 'Europe/Oslo',
  Poland: 'Europe/Warsaw',
  Portugal: 'Europe/Lisbon',
  Spain: 'Europe/Madrid',
  Sweden: 'Europe/Stockholm',
  Switzerland: 'Europe/Zurich',
  UK: 'Europe/London',
  USA: 'America/New_York',
  Venezuela: 'America/Caracas',
};

/** UTC for a country that is not in the table. */
export function timeZoneOf(country: string): string {
  return zones[country] ?? 'Etc/UTC';
}
