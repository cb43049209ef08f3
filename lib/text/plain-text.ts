const LINE_BREAK = /\r\n|[\n\r\u0085\u2028\u2029]/g

// Control and direction characters that a terminal, a sheet or a page would obey instead of showing.
const OBEYED = /[\p{Cc}\p{Bidi_Control}\uFEFF]/gu

// Invisible characters that belong to others: joiners and variation selectors.
const KEPT_IGNORABLE =
  /((?<=\p{Extended_Pictographic}\p{Emoji_Modifier}?\uFE0F?)\u200D(?=\p{Extended_Pictographic})|(?<=\p{Emoji})\uFE0F|(?<=\p{Script=Han})[\u{E0100}-\u{E01EF}])|[\p{Default_Ignorable_Code_Point}\u2800]/gu

// No script puts more marks on a letter than three.
const PILED_MARKS = /(\p{M}{3})\p{M}+/gu

const UNSEEN = /[\p{Default_Ignorable_Code_Point}\u2800]/gu

// Radicals that PDFs and scans put in the place of the characters that they look like. Unicode knows a decomposition of
// the Kangxi radicals; of the supplement these are the ones that stand for a character in use.
const RADICALS = /[\u2e80-\u2fd5]/g
const SUPPLEMENT: Readonly<Record<string, string>> = {
  '\u2ea0': '民',
  '\u2ec1': '虎',
  '\u2ec4': '西',
  '\u2ed1': '長',
  '\u2ed8': '青',
  '\u2edd': '食',
  '\u2ee4': '鬼',
}

const characterOf = (radical: string) => SUPPLEMENT[radical] ?? radical.normalize('NFKC')

/**
 * A text on one line, without control, direction and invisible characters, piled-up marks and halves of characters, and
 * with characters in the place of radicals.
 */
export function toSingleLine(text: string): string {
  return text
    .toWellFormed()
    .replaceAll(LINE_BREAK, ' ')
    .replaceAll('\t', ' ')
    .replaceAll(OBEYED, '')
    .replaceAll(KEPT_IGNORABLE, '$1')
    .replaceAll(PILED_MARKS, '$1')
    .replaceAll(RADICALS, characterOf)
}

/** The same for a text of several lines, each ended by one line feed. */
export function plainLines(text: string): string {
  return text.split(LINE_BREAK).map(toSingleLine).join('\n')
}

/** A text without characters that nobody sees. */
export function withoutUnseen(text: string): string {
  return text.replaceAll(UNSEEN, '')
}

/** Whether there is anything to see in a text. */
export function isVisible(text: string): boolean {
  return /[\p{L}\p{N}\p{P}\p{S}]/u.test(withoutUnseen(text))
}

// One mailbox, written plainly: nothing that a header or an SMTP command would obey.
const EMAIL =
  /^[\w.!#$%&'*+/=?^`{|}~-]{1,64}@(?:[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?\.)+(?!\d+$)[a-z\d](?:[a-z\d-]{0,61}[a-z\d])$/i

/** Whether a mail can be addressed so: what a form takes, the mailer sends to. Only a mail verifies it. */
export function isEmail(text: string): boolean {
  return EMAIL.test(text) && text.length <= 254
}

// What people type and paste, as it is meant: one place for forms and for the actions behind them. Without a schema
// library, so that the browser has it too. Each function leaves alone what it has made.

/**
 * What people paste where a machine reads it: codes, numbers, addresses and words to search for. Without any invisible
 * character, full-width letters, digits and signs as plain ones, a full stop of Chinese as a dot. Blanks stay.
 */
export function pastedText(text: string): string {
  return withoutUnseen(toSingleLine(text)).normalize('NFKC').replaceAll('。', '.')
}

// A minus, a rule and a long vowel look like a dash, and are typed for one.
const DASHES = /[\p{Dash_Punctuation}\u2212\u02d7\u2500\u30fc]/gu
const SEPARATORS = new RegExp(`[\\s.()${DASHES.source.slice(1, -1)}]`, 'gu')
// A mailbox begins with none of these, and no domain ends with any sign.
const BEFORE = /^[\s<>()[\]{}"'`“”‘’«»‹›「」『』〈〉《》【】,;:、.!?]+/u
const AFTER = /[^\p{L}\p{N}]+$/u

// A domain in other letters, such as 郵件.台灣, is written in ASCII wherever a mail is sent.
function asciiDomain(domain: string): string {
  const isAscii = /^[\u0020-\u007e]*$/.test(domain)
  return (isAscii ? domain : (URL.parse(`http://${domain}`)?.hostname ?? domain)).toLowerCase()
}

/**
 * An e-mail address: without the blanks, signs and name around it, its domain in ASCII and small letters. A blank inside
 * stays, so that it is refused: what is on both sides of it may together be somebody else's address.
 */
export function typedEmail(text: string): string {
  const plain = pastedText(text)
  const [, inner = plain] = /<([^<>]+@[^<>]+)>/.exec(plain) ?? []
  const bare = inner
    .replace(BEFORE, '')
    .replace(/^mailto:([^?]*).*$/i, '$1')
    .replace(AFTER, '')
  const at = bare.lastIndexOf('@')
  return at < 0 ? bare : bare.slice(0, at + 1) + asciiDomain(bare.slice(at + 1))
}

/** A telephone number: digits alone, from 0 inside Taiwan, an extension after #. */
export function typedPhone(text: string): string {
  return pastedText(text)
    .replace(/(?:分機|內線|轉|ext\.?)[\s:]*(?=\d)/i, '#')
    .replaceAll(SEPARATORS, '')
    .replace(/^(?:\+|00)8860?/, '0')
    .replace(/^8860?(?=[2-9]\d{7,8}(?:#|$))/, '0')
}

/** Digits that people group: a postal code, a tax id, a donation code. */
export function typedDigits(text: string): string {
  return pastedText(text).replaceAll(SEPARATORS, '')
}

/** The barcode of a mobile phone: capitals, without blanks, each dash a hyphen. */
export function typedCarrier(text: string): string {
  return pastedText(text).replaceAll(/\s/g, '').replaceAll(DASHES, '-').toUpperCase()
}

/** A place: without blanks, 臺 for 台. */
export function typedPlace(text: string): string {
  return pastedText(text).replaceAll(/\s/g, '').replaceAll('台', '臺')
}

/** A name: full-width Latin letters and blanks as plain ones; a character that has a twin stays itself. */
export function typedName(text: string): string {
  return text
    .replaceAll(/[\uff01-\uff5e]/g, (sign) => sign.normalize('NFKC'))
    .replaceAll(/[\s\u3000]+/g, ' ')
    .trim()
}

/** A text that a stranger typed, on one line, so that no mail program makes a link of it. */
export function plainTyped(text: string): string {
  return toSingleLine(text)
    .replaceAll('://', ': //')
    .replaceAll(/(?<=\w)\.(?=\w)/g, '. ')
}
