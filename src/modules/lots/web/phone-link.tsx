/** Phone number as a `tel:` link. */
export function PhoneLink({ phone }: { phone: string }) {
  return (
    <a
      href={`tel:${phone.replaceAll(/[^\d+]/g, '')}`}
      className="touch:inline-flex touch:min-h-11 items-center whitespace-nowrap text-primary underline-offset-4 hover:underline print:text-foreground"
    >
      <bdi>{phone}</bdi>
    </a>
  );
}
