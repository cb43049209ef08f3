import { readMarkdown } from '#lib/adapters/markdown/content-file.ts'

type Fields = Readonly<Record<string, unknown>>

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Every group of fields in a file's front matter, the outermost first; a day is a text, however it is written. */
export async function fieldGroups(path: string): Promise<readonly Fields[]> {
  const { frontMatter } = await readMarkdown('content', path.replace(/^content\//, ''))
  const groupsIn = (value: unknown): readonly Fields[] => {
    if (Array.isArray(value)) return value.flatMap(groupsIn)
    return isFields(value) ? [value, ...Object.values(value).flatMap(groupsIn)] : []
  }
  return groupsIn(frontMatter)
}

/** The texts under a name, anywhere in a file's front matter. */
export async function textsNamed(path: string, name: string): Promise<readonly string[]> {
  const values = (await fieldGroups(path)).map((fields) => fields[name])
  return values.filter((value) => typeof value === 'string')
}
