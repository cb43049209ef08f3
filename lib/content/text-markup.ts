const NONE: readonly string[] = []

/** Every tag that a text's markdown becomes, with the attributes that markdown gives it. All else is taken out. */
export const MARKDOWN_TAGS: Readonly<Record<string, readonly string[]>> = {
  a: ['href', 'title'],
  blockquote: NONE,
  br: NONE,
  code: NONE,
  em: NONE,
  h1: NONE,
  h2: NONE,
  h3: NONE,
  h4: NONE,
  h5: NONE,
  h6: NONE,
  hr: NONE,
  img: ['alt', 'src', 'title'],
  li: NONE,
  ol: ['start'],
  p: NONE,
  pre: NONE,
  strong: NONE,
  table: NONE,
  tbody: NONE,
  td: ['align'],
  th: ['align'],
  thead: NONE,
  tr: NONE,
  ul: NONE,
}

/** What a page adds: the size and the loading of pictures, the frame of a table, words that stay on one line. */
const ADDED: Readonly<Record<string, readonly string[]>> = {
  div: ['aria-label', 'class', 'role', 'tabindex'],
  img: ['decoding', 'height', 'loading', 'sizes', 'srcset', 'width'],
  picture: NONE,
  source: ['sizes', 'srcset', 'type'],
  span: ['class'],
  th: ['scope'],
}

/** Every tag of a text's HTML on a page, with the attributes that it may have. */
export const TEXT_TAGS: ReadonlyMap<string, readonly string[]> = new Map(
  [...new Set([...Object.keys(MARKDOWN_TAGS), ...Object.keys(ADDED)])].map((tag) => [
    tag,
    [...(MARKDOWN_TAGS[tag] ?? NONE), ...(ADDED[tag] ?? NONE)],
  ]),
)
