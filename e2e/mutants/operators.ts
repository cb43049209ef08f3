/** One small change of one line: which, and what the line says instead. */
export type Edit = { readonly line: number; readonly name: string; readonly text: string }

type Operator = readonly [name: string, pattern: RegExp, replacement: string]

/** Operators, each changing one place. Patterns need spaces, so types and arrows stay. */
export const OPERATORS: readonly Operator[] = [
  ['equal', / === /g, ' !== '],
  ['unequal', / !== /g, ' === '],
  ['greater', / > (?=[\w('])/g, ' >= '],
  ['smaller', / < (?=[\w('])/g, ' <= '],
  ['at least', / >= /g, ' > '],
  ['at most', / <= /g, ' < '],
  ['and', / && /g, ' || '],
  ['or', / \|\| /g, ' && '],
  ['refusal', /if \((?=[^{]*\) return\b)/g, 'if (false && '],
  ['some', /\.some\(/g, '.every('],
  ['every', /\.every\(/g, '.some('],
  ['most', /Math\.max\(/g, 'Math.min('],
  ['least', /Math\.min\(/g, 'Math.max('],
  ['one more', / \+ 1\b/g, ' - 1'],
  ['not', /(?<=[(&|?:=] ?)!(?=[a-z])/g, ''],
  ['true', /\breturn true\b/g, 'return false'],
  ['false', /\breturn false\b/g, 'return true'],
  ['nothing', /\breturn undefined\b/g, 'return order'],
]

const isCode = (line: string) => !/^\s*(?:\/\/|\/\*|\*|import |export type |type )/.test(line)

/** Every change of a source by the operators, in the order of its lines. */
export function editsOf(source: string): readonly Edit[] {
  return source.split('\n').flatMap((text, index) =>
    isCode(text)
      ? OPERATORS.flatMap(([name, pattern, replacement]) =>
          [...text.matchAll(pattern)].map(({ index: at, 0: found }) => ({
            line: index + 1,
            name,
            text: text.slice(0, at) + replacement + text.slice(at + found.length),
          })),
        )
      : [],
  )
}

/** The source with one of its lines changed. */
export function withEdit(source: string, { line, text }: Pick<Edit, 'line' | 'text'>): string {
  return source
    .split('\n')
    .map((old, index) => (index === line - 1 ? text : old))
    .join('\n')
}
