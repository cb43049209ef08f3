const BLOCK_TAG = /<(\/?)(?:blockquote|dl|div|h[1-6]|ol|p|pre|table|ul)\b/g

/** The outermost blocks of HTML that is well formed, as written by the markdown of the content. */
export function htmlBlocks(html: string): readonly string[] {
  const blocks: string[] = []
  let depth = 0
  for (const line of html.split('\n')) {
    if (depth === 0) blocks.push(line)
    else blocks.push(`${blocks.pop()}\n${line}`)
    for (const [, slash] of line.matchAll(BLOCK_TAG)) depth += slash === '' ? 1 : -1
  }
  return blocks.filter((block) => block !== '')
}

/** What several texts have in common: the blocks at their start, those at their end, and what each has between. */
export function commonBlocks(texts: readonly (readonly string[])[]): {
  readonly start: readonly string[]
  readonly between: readonly (readonly string[])[]
  readonly end: readonly string[]
} {
  const [first = []] = texts
  const shortest = Math.min(...texts.map(({ length }) => length))
  let from = 0
  while (from < shortest && texts.every((text) => text[from] === first[from])) from += 1
  let rest = 0
  while (
    rest < shortest - from &&
    texts.every((text) => text.at(-1 - rest) === first.at(-1 - rest))
  ) {
    rest += 1
  }
  return {
    start: first.slice(0, from),
    between: texts.map((text) => text.slice(from, text.length - rest)),
    end: rest === 0 ? [] : first.slice(-rest),
  }
}
