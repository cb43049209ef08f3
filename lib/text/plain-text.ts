const LINE_BREAK = /\r\n|[\n\r\u0085\u2028\u2029]/g

// Control and direction characters that a terminal, a sheet or a page would obey instead of showing.
const OBEYED = /[\p{Cc}\p{Bidi_Control}\uFEFF]/gu

// Invisible characters that belong to others: joiners and variation selectors.
const KEPT_IGNORABLE =
  /((?<=\p{Extended_Pictographic}\p{Emoji_Modifier}?\uFE0F?)\u200D(?=\p{Extended_Pictographic})|(?<=\p{Emoji})\uFE0F|(?<=\p{Script=Han})[\u{E0100}-\u{E01EF}])|[\p{Default_Ignorable_Code_Point}\u2800]/gu

// No script puts more marks on a letter than three.
const PILED_MARKS = /(\p{M}{3})\p{M}+/gu

const UNSEEN = /[\p{Default_Ignorable_Code_Point}\u2800]/gu

/** A text on one line, without control, direction and invisible characters, piled-up marks and halves of characters. */
export function toSingleLine(text: string): string {
  return text
    .toWellFormed()
    .replaceAll(LINE_BREAK, ' ')
    .replaceAll('\t', ' ')
    .replaceAll(OBEYED, '')
    .replaceAll(KEPT_IGNORABLE, '$1')
    .replaceAll(PILED_MARKS, '$1')
}

/** The same for a text of several lines, each ended by one line feed. */
export function plainLines(text: string): string {
  return text.split(LINE_BREAK).map(toSingleLine).join('\n')
}

/** Whether there is anything to see in a text. */
export function isVisible(text: string): boolean {
  return /[\p{L}\p{N}\p{P}\p{S}]/u.test(text.replaceAll(UNSEEN, ''))
}

// One mailbox, written plainly: nothing that a header or an SMTP command would obey.
const EMAIL =
  /^[\w.!#$%&'*+/=?^`{|}~-]{1,64}@(?:[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?\.)+[a-z\d](?:[a-z\d-]{0,61}[a-z\d])$/i

/** Whether a mail can be addressed so: what a form takes, the mailer sends to. Only a mail verifies it. */
export function isEmail(text: string): boolean {
  return EMAIL.test(text) && text.length <= 254
}
