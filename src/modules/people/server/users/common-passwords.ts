import { refusal } from '#core/refusals/refusal.ts';
import { invalid } from '#platform/server/http/problems.ts';

/** The most common passwords with at least eight characters, in lower case. */
const common = new Set(
  `12345678 123456789 1234567890 12345678910 123456789a 123123123 11111111 111111111 1111111111 00000000 000000000
  0123456789 0987654321 9876543210 987654321 87654321 88888888 99999999 66666666 77777777 55555555 22222222 12341234
  12344321 11223344 112233445566 1122334455 121212121 12121212 1q2w3e4r 1q2w3e4r5t 1q2w3e4r5t6y 1qaz2wsx 1qaz2wsx3edc
  1qazxsw2 q1w2e3r4 q1w2e3r4t5 qwertyui qwertyuio qwertyuiop qwerty12 qwerty123 qwerty1234 qwerty12345 qwerty123456
  asdfghjk asdfghjkl asdfasdf asdf1234 zxcvbnm1 zxcvbnm123 qazwsxedc qweasdzxc qweqweqwe abcd1234 abc12345 abc123456
  a1234567 a12345678 a123456789 aa123456 aa12345678 abcdefgh abcdefghi aaaaaaaa password password1 password12
  password123 password1234 password! passw0rd p@ssword p@ssw0rd pass1234 pass12345 mypassword iloveyou iloveyou1
  iloveyou2 iloveyou123 sunshine sunshine1 princess princess1 football football1 baseball baseball1 superman superman1
  starwars startrek michael1 jennifer jordan23 trustno1 welcome1 welcome12 welcome123 whatever computer internet
  letmein1 letmein123 changeme changeme1 changeme123 admin123 admin1234 admin12345 administrator root1234 test1234
  test12345 testtest guest123 user1234 secret123 secret12 default1 temp1234 temppass dragon12 dragon123 monkey123
  master123 shadow123 killer123 charlie1 michelle jessica1 samantha victoria liverpool liverpool1 chelsea1 arsenal1
  barcelona manchester everton1 corvette mercedes maverick midnight mustang1 chocolate butterfly elephant snoopy12
  spiderman batman123 pokemon1 pokemon123 naruto123 minecraft facebook facebook1 google123 samsung1 blink182 metallica
  nirvana1 slipknot december november october1 september january1 february monday12 summer12 summer123 winter12
  winter123 spring123 autumn123 hello123 hello1234 helloworld lovelove loveyou1 babygirl babygirl1 lovely123 angel123
  beautiful jesus123 jesuschrist blessed1 computer1 security qwer1234 qwer12345 zaq12wsx zaq1zaq1 zaq1xsw2 xsw2zaq1
  !qaz2wsx 1234qwer 12345qwert 123qweasd 123qweasdzxc 123456qwerty 123456abc 123abc123 abcabc123 147258369 159753456
  159357456 741852963 789456123 963852741 321321321 456456456 555666777 420420420 69696969 kitchen1 kitchen123
  restaurant restaurant1 commissary commissary1 commissary-demo`
    .split(/\s+/)
    .filter(Boolean),
);

/** Rejects (422) common passwords with an error on `field`. The request schema checks the length. */
export function assertUncommonPassword(field: string, password: string, email: string): void {
  const folded = password.toLowerCase();
  if (common.has(folded)) throw invalid({ [field]: refusal('password-common') });
  if (folded === email || folded === email.split('@')[0]) {
    throw invalid({ [field]: refusal('password-name') });
  }
}
