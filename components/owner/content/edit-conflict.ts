import type { OpenFile } from '#lib/content-editor/content-files.ts'
import type { Values } from './input-values.ts'

/** The texts of a file: its fields and its body. */
export type FileText = { readonly values: Values; readonly body: string }

/** A field that two editors changed, as each has it; `body` is the text under the fields. */
export type Conflict = { readonly name: string; readonly theirs: unknown; readonly mine: unknown }

const isSame = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b)

const parts = ({ values, body }: FileText): Values => ({ ...values, body })

/** The fields that were changed here and in what was saved meanwhile, by what both began with. */
export function conflictsOf(
  mine: FileText,
  before: FileText,
  saved: FileText,
): readonly Conflict[] {
  const [own, old, now] = [mine, before, saved].map(parts)
  const names = Object.keys({ ...old, ...now, ...own })
  return names.flatMap((name) => {
    const isBoth = !isSame(own?.[name], old?.[name]) && !isSame(now?.[name], old?.[name])
    return isBoth && !isSame(own?.[name], now?.[name])
      ? [{ name, theirs: now?.[name], mine: own?.[name] }]
      : []
  })
}

/** What is typed here over what was saved meanwhile: all that was not changed here is as it was saved. */
export function mergedText(mine: FileText, before: FileText, saved: OpenFile): FileText {
  const names = Object.keys({ ...saved.values, ...mine.values })
  const values = names.flatMap((name) => {
    const of = isSame(mine.values[name], before.values[name]) ? saved.values : mine.values
    return name in of ? [[name, of[name]] as const] : []
  })
  return {
    values: Object.fromEntries(values),
    body: mine.body === before.body ? saved.body : mine.body,
  }
}
