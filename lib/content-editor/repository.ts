import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

import { z, type ZodType } from 'zod'

import type { Result } from '#lib/result.ts'

/** Kinds of form fields. */
export type Field =
  | { readonly kind: 'number' | 'flag' | 'day' | 'picture' | 'colour' }
  /** `suggestions`: what others have; anything else may be typed. */
  | { readonly kind: 'text'; readonly suggestions?: readonly string[] }
  /** `titles`: what an option is called, where that is not the option itself; `folder`: its files are the options. */
  | {
      readonly kind: 'choice'
      readonly options: readonly string[]
      readonly titles?: Readonly<Record<string, string>>
      readonly folder?: string
    }
  | { readonly kind: 'choices'; readonly options: readonly string[] }
  | { readonly kind: 'counts'; readonly options: readonly string[] }
  /** `isFilled`: it has one entry at least. */
  | { readonly kind: 'list'; readonly item: Field; readonly isFilled?: true }
  | { readonly kind: 'group'; readonly fields: readonly NamedField[] }

/** A field under its name in the file. */
export type NamedField = {
  readonly name: string
  readonly isRequired: boolean
  readonly field: Field
}

// The parts of zod's JSON schema that forms use.
type Shape = {
  readonly type?: string | readonly string[] | undefined
  readonly format?: string | undefined
  readonly pattern?: string | undefined
  readonly const?: unknown
  readonly enum?: readonly unknown[] | undefined
  readonly items?: unknown
  readonly minItems?: number | undefined
  readonly properties?: Readonly<Record<string, unknown>> | undefined
  readonly required?: readonly string[] | undefined
  readonly propertyNames?: unknown
}

const shapeSchema: z.ZodType<Shape> = z.looseObject({
  type: z.union([z.string(), z.array(z.string())]).optional(),
  format: z.string().optional(),
  pattern: z.string().optional(),
  enum: z.array(z.unknown()).optional(),
  items: z.unknown().optional(),
  minItems: z.number().optional(),
  properties: z.record(z.string(), z.unknown()).optional(),
  required: z.array(z.string()).optional(),
  propertyNames: z.unknown().optional(),
})

// A text that starts with /images/ is the path of a picture.
const PICTURE_PATTERN = '^\\/images\\/'
// One that starts with # is a colour.
const COLOUR_PATTERN = '^#'

function optionsOf({ enum: all, const: one }: Shape): readonly string[] | undefined {
  if (typeof one === 'string') return [one]
  return all?.filter((option) => typeof option === 'string')
}

function fieldOf(schema: unknown): Field {
  const shape = shapeSchema.parse(schema)
  const options = optionsOf(shape)
  if (options) return { kind: 'choice', options }
  const type = [shape.type].flat().find((one) => one !== 'null')
  if (type === 'boolean') return { kind: 'flag' }
  if (type === 'integer' || type === 'number') return { kind: 'number' }
  if (type === 'array') {
    const item = fieldOf(shape.items)
    return item.kind === 'choice'
      ? { kind: 'choices', options: item.options }
      : { kind: 'list', item, ...((shape.minItems ?? 0) > 0 ? { isFilled: true } : {}) }
  }
  if (shape.properties) return { kind: 'group', fields: namedFields(shape) }
  const keys = optionsOf(shapeSchema.parse(shape.propertyNames ?? {}))
  if (keys) return { kind: 'counts', options: keys }
  if (shape.pattern?.startsWith(PICTURE_PATTERN)) return { kind: 'picture' }
  if (shape.pattern?.startsWith(COLOUR_PATTERN)) return { kind: 'colour' }
  return { kind: shape.format === 'date' ? 'day' : 'text' }
}

function namedFields({ properties = {}, required = [] }: Shape): readonly NamedField[] {
  return Object.entries(properties).map(([name, shape]) => ({
    name,
    isRequired: required.includes(name),
    field: fieldOf(shape),
  }))
}

/** Derives the form's fields from a schema. */
export function fieldsOf(schema: ZodType): readonly NamedField[] {
  return namedFields(
    shapeSchema.parse(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' })),
  )
}

/** The folder of the shop's pictures. */
export const PICTURES = 'public/images'

/** Whether all these paths lie in one of the folders, and there is one at least. */
export function areWithin(paths: readonly string[], folders: readonly string[]): boolean {
  const isWithin = (path: string) => folders.some((folder) => path.startsWith(`${folder}/`))
  return paths.length > 0 && paths.every((path) => isWithin(path) && !path.includes('..'))
}

/**
 * A file that a save writes or removes, by its path in the project: its text, a picture's bytes in
 * base64, or `blob`, Git's name of bytes that the repository has.
 */
export type FileChange = {
  readonly path: string
  readonly text?: string | undefined
  readonly base64?: string | undefined
  readonly blob?: string | undefined
  readonly isRemoved?: true | undefined
}

/** The saved files under content/ and public/images/, each with Git's name of its bytes, and a name for their state. */
export type SavedTree = { readonly id: string; readonly files: ContentFiles }

/** A save: what was changed, by whom and when. */
export type Save = {
  readonly id: string
  readonly message: string
  readonly author: string
  /** ISO 8601. */
  readonly at: string
}

/** A file and the version that was opened of it; empty for a new one. */
export type OpenedVersion = { readonly path: string; readonly version: string }

/** Files and message of one save. */
export type NewSave = {
  readonly message: string
  readonly author: string
  readonly changes: readonly FileChange[]
  /** The opened files: none of them may have been saved since. */
  readonly expected?: readonly OpenedVersion[]
  /** The state on which the changes were checked: nothing else may have been saved since. */
  readonly base: string
}

/** What takes a save back. */
export type Undo = Pick<NewSave, 'message' | 'changes'>

/** Why nothing was saved: somebody else saved the same file meanwhile, or the host refused. */
export type SaveRefusal = 'saved-meanwhile' | 'host-refused' | 'nothing-to-undo'

/** Storage of the content: each save is a commit that can be reverted. */
export type ContentRepository = {
  readonly tree: () => Promise<SavedTree>
  /** Returns a file's text with the version that detects concurrent edits. */
  readonly read: (
    path: string,
  ) => Promise<{ readonly text: string; readonly version: string } | undefined>
  /** Stores bytes for a later save, and returns Git's name of them. */
  readonly store: (bytes: Buffer) => Promise<string>
  /** The text of bytes that are held, or undefined for a name that is unknown. */
  readonly stored: (blob: string) => Promise<string | undefined>
  readonly save: (input: NewSave) => Promise<Result<Save, SaveRefusal>>
  readonly history: () => Promise<readonly Save[]>
  /** The changes that take a save back. Refused where its files were changed since, or lie elsewhere. */
  readonly undoing: (id: string) => Promise<Result<Undo, SaveRefusal>>
}

/** Files of the shop's content by their path in the project, each with Git's name of its bytes. */
export type ContentFiles = ReadonlyMap<string, string>

/** Git's name of a file's bytes, as a tree of a Git host lists it. */
export function blobName(bytes: Buffer | string): string {
  const content = Buffer.from(bytes)
  return createHash('sha1').update(`blob ${content.length}\0`).update(content).digest('hex')
}

/** Whether the build reads the file: words and goods of the content folder, or a picture. */
export function isContentPath(path: string, content: string): boolean {
  if (path.startsWith(`${PICTURES}/`)) return /\.\w+$/.test(path)
  return (
    path.startsWith(`${content}/`) && /^\/\w+\/[^/]+\.(?:md|txt)$/.test(path.slice(content.length))
  )
}

/** The files of a project's content on disk. */
export function contentOnDisk(root: string, content: string): ContentFiles {
  const paths = [content, PICTURES].flatMap((folder) =>
    readdirSync(/* turbopackIgnore: true */ join(root, folder), {
      recursive: true,
      encoding: 'utf8',
    })
      .map((path) => `${folder}/${path}`)
      .filter((path) => isContentPath(path, content)),
  )
  return new Map(
    paths
      .toSorted()
      .map((path) => [path, blobName(readFileSync(/* turbopackIgnore: true */ join(root, path)))]),
  )
}

/** One short name for a state of the content: equal where every file is. */
export function contentDigest(files: ContentFiles): string {
  const hash = createHash('sha256')
  for (const path of [...files.keys()].toSorted()) hash.update(`${path}\0${files.get(path)}\n`)
  return hash.digest('hex').slice(0, 32)
}
