import 'server-only'

import { z, type ZodType } from 'zod'
import { articleFrontMatterSchema } from '../blog/article.ts'
import {
  blogPageSchema,
  contactPageSchema,
  garmentPageSchema,
  homePageSchema,
  infoPageSchema,
  joinPageSchema,
  shopPageSchema,
} from '../content/pages.ts'
import { creatorFrontMatterSchema } from '../creator/creator.ts'
import { mailFrontMatterSchema, readTemplates } from '../mail/render-mail.ts'
import { MAIL_PARTS } from '../mail/placeholders.ts'
import { productFrontMatterSchema } from '../product/product.ts'
import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import {
  CONTENT,
  ContentError,
  parseFrontMatter,
  placeOf,
  readMarkdown,
} from '../adapters/markdown/content-file.ts'
import { readArticles } from '../blog/find-articles.ts'
import { readInfoPages } from '../content/find-pages.ts'
import { readCreators } from '../creator/find-creators.ts'
import { readProducts } from '../product/find-products.ts'
import { markdownHtml, rendersInTime } from '../adapters/markdown/markdown-html.ts'
import { BUILT_FLAGS, withSaleWords, wordsFor } from '../adapters/markdown/content-flags.ts'
import { log } from '../log/log.ts'
import { fail, type Failure, ok, type Result } from '../result.ts'
import {
  type NamedField,
  fieldsOf,
  type ContentRepository,
  type FileChange,
  type Save,
  type SaveRefusal,
} from './repository.ts'
import {
  changeText,
  readText,
  type FrontMatterValues,
  withoutEmpty,
} from '../adapters/markdown/front-matter.ts'
import { KIND_TITLES, knownTitle } from './labels.ts'

/** The folders of content/ that the owner edits. */
export const CONTENT_KINDS = ['products', 'blog', 'info', 'mails', 'creators'] as const
export type ContentKind = (typeof CONTENT_KINDS)[number]

// The words of pages that have fields of their own; the others are information pages.
const PAGES: Readonly<Record<string, ZodType>> = {
  home: homePageSchema,
  shop: shopPageSchema,
  blog: blogPageSchema,
  contact: contactPageSchema,
  garment: garmentPageSchema,
  join: joinPageSchema,
}

const PARTS: readonly string[] = MAIL_PARTS

const SCHEMAS: Readonly<Record<ContentKind, (name: string) => ZodType>> = {
  products: () => productFrontMatterSchema,
  blog: () => articleFrontMatterSchema,
  info: (name) => PAGES[name] ?? infoPageSchema,
  mails: (name) => (PARTS.includes(name) ? z.strictObject({}) : mailFrontMatterSchema),
  creators: () => creatorFrontMatterSchema,
}

/** A file of content/: its kind, and its name without ending. */
export type ContentFile = { readonly kind: ContentKind; readonly name: string }

const FILE = /^(products|blog|info|mails|creators)\/([a-z0-9-]{1,80})\.md$/

/** The file of a path under content/, such as products/otr-001.md; nothing for any other path. */
export function contentFile(path: string): ContentFile | undefined {
  const [, folder, name] = FILE.exec(path) ?? []
  const kind = CONTENT_KINDS.find((one) => one === folder)
  return kind === undefined || name === undefined ? undefined : { kind, name }
}

/** The path of a file under content/. */
export function contentPath({ kind, name }: ContentFile): string {
  return `${kind}/${name}.md`
}

/** Schema of a file's fields. */
export function schemaOf({ kind, name }: ContentFile): ZodType {
  return SCHEMAS[kind](name)
}

// The shop's own readers: what they take, the build takes.
const READERS: Readonly<Record<ContentKind, (content: string) => Promise<unknown>>> = {
  products: readProducts,
  blog: readArticles,
  info: readInfoPages,
  mails: readTemplates,
  creators: readCreators,
}

// A folder beside the shop's content, as a path from the project's folder.
async function withCopy<T>(
  folder: string,
  use: (content: string, place: string) => Promise<T>,
): Promise<T> {
  const place = await mkdtemp(join(tmpdir(), 'content-'))
  try {
    await cp(/* turbopackIgnore: true */ placeOf(folder, ''), place, { recursive: true })
    return await use(relative(process.cwd(), place), place)
  } finally {
    await rm(place, { recursive: true, force: true })
  }
}

const PICTURE = /\/images\/[\w./-]+/g

// A build that runs has no pictures beside it, so they are looked for where they are kept.
function missingPicture(text: string, paths: readonly string[]): string | undefined {
  const named = text.match(PICTURE) ?? []
  return named.find((src) => !paths.includes(`public${src}`))
}

/**
 * Returns why a file can't be saved, in Chinese, or undefined. `paths` includes the files of this
 * save.
 */
export async function checkFile(
  file: ContentFile,
  text: string,
  paths: readonly string[],
  folder = CONTENT,
): Promise<string | undefined> {
  const picture = missingPicture(text, paths)
  if (picture !== undefined) return `找不到圖片 ${picture}，請先上傳。`
  return withCopy(folder, async (content, place) => {
    await writeFile(/* turbopackIgnore: true */ join(place, contentPath(file)), text)
    try {
      parseFrontMatter(schemaOf(file), await readMarkdown(content, contentPath(file)))
      await READERS[file.kind](content)
      return undefined
    } catch (error) {
      if (error instanceof ContentError) return error.message.replace(`${content}/`, '')
      throw error
    }
  })
}

/** A file as a form shows it. */
export type OpenFile = {
  readonly path: string
  /** Its kind and title, such as 商品：旅見 T 恤. */
  readonly heading: string
  readonly fields: readonly NamedField[]
  readonly values: FrontMatterValues
  readonly body: string
  readonly version: string
}

/** Typed fields as JSON, and the body. */
export type EditorInput = { readonly path: string; readonly values: unknown; readonly body: string }

const ROOT = `${CONTENT}/`

// The front matter of a file that is not there yet.
const NEW_TEXT = '---\n---\n'

/** Whether a save was made here: what others commit is not taken back here. */
function isEditorsSave({ message }: Pick<Save, 'message'>): boolean {
  return /^(?:新增|修改|照片|復原)/.test(message)
}

/** The saves that were made here, newest first. */
export async function editorsSaves(repository: ContentRepository): Promise<readonly Save[]> {
  return (await repository.history()).filter(isEditorsSave)
}

/** Takes a save back that was made here and is still listed; refuses every other commit. */
export async function undoSave(
  repository: ContentRepository,
  { id, author }: { readonly id: string; readonly author: string },
): Promise<Result<Save, SaveRefusal>> {
  const isOwn = (await editorsSaves(repository)).some((save) => save.id === id)
  return isOwn ? repository.undo(id, author) : fail('nothing-to-undo')
}

/** A file by its path under content/, with its title in the running shop; empty before it is deployed. */
export type ListedFile = { readonly path: string; readonly title: string }

const titleSchema = z
  .union([
    z.object({ title: z.string() }).transform(({ title }) => title),
    z.object({ name: z.string() }).transform(({ name }) => name),
  ])
  .catch('')

async function withTitle(file: ContentFile): Promise<ListedFile> {
  const path = contentPath(file)
  const known = knownTitle(file)
  if (known !== undefined) return { path, title: known }
  const read = await readMarkdown(CONTENT, path).catch(() => undefined)
  return { path, title: titleSchema.parse(read?.frontMatter) }
}

/** The files of a kind. */
export async function listFiles(
  repository: ContentRepository,
  kind: ContentKind,
): Promise<readonly ListedFile[]> {
  const paths = await repository.list()
  const own = paths.flatMap((path) => {
    const file = path.startsWith(ROOT) ? contentFile(path.slice(ROOT.length)) : undefined
    return file?.kind === kind ? [file] : []
  })
  return Promise.all(own.map(withTitle))
}

function headingOf(file: ContentFile, values: FrontMatterValues): string {
  const title = knownTitle(file) ?? titleSchema.parse(values)
  const kind = KIND_TITLES[file.kind]
  return title === '' ? `新增${kind}` : `${kind}：${title}`
}

/** Opens a file with fields and values. A new one copies `like` or is empty. */
export async function openFile(
  repository: ContentRepository,
  path: string,
  like?: string,
): Promise<OpenFile | undefined> {
  const file = contentFile(path)
  if (!file) return undefined
  const found = await repository.read(ROOT + path)
  const copied =
    !found && like !== undefined && contentFile(like)
      ? await repository.read(ROOT + like)
      : undefined
  const { values, body } = readText((found ?? copied)?.text ?? NEW_TEXT)
  const version = found?.version ?? ''
  const heading = headingOf(file, found ? values : {})
  return { path, heading, fields: fieldsOf(schemaOf(file)), values, body, version }
}

function valuesIn(typed: unknown): FrontMatterValues {
  const values = withoutEmpty(typed)
  return typeof values === 'object' && values !== null ? { ...values } : {}
}

async function textOf(repository: ContentRepository, { path, values, body }: EditorInput) {
  const before = (await repository.read(ROOT + path))?.text ?? NEW_TEXT
  return changeText(before, valuesIn(values), body)
}

/** Why a file is not saved, or not even shown. */
export type ContentRefusal = SaveRefusal | 'unknown-file' | 'content-wrong' | 'no-repository'

const TOO_SLOW = '內文的記號太多，排不出來；請刪掉連續重複的記號，例如一長串 > 或 *。'

/** Levels of a form's values; a file has three. */
const DEEPEST = 12

/** Whether values are no deeper than any form's. */
export function isShallow(value: unknown, levels = DEEPEST): boolean {
  if (typeof value !== 'object' || value === null) return true
  return levels > 0 && Object.values(value).every((inner) => isShallow(inner, levels - 1))
}

// Every text among values that isShallow: answers of questions are markdown too.
function textsIn(value: unknown): readonly string[] {
  if (typeof value === 'string') return [value]
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : []
}

/** Fails with the reason for which the build would refuse it. */
async function checkInput(
  repository: ContentRepository,
  typed: EditorInput,
  pictures: readonly FileChange[],
): Promise<Result<{ readonly file: ContentFile; readonly text: string }, ContentRefusal>> {
  const file = contentFile(typed.path)
  if (!file) return fail('unknown-file')
  if (!(await rendersInTime([typed.body, ...textsIn(typed.values)]))) {
    const slow: Failure<ContentRefusal> = { ok: false, code: 'content-wrong', detail: TOO_SLOW }
    return slow
  }
  const text = await textOf(repository, typed)
  const paths = [...(await repository.list()), ...pictures.map(({ path }) => path)]
  const problem = await checkFile(file, text, paths, repository.content)
  if (problem === undefined) return ok({ file, text })
  const refused: Failure<ContentRefusal> = { ok: false, code: 'content-wrong', detail: problem }
  return refused
}

/** Renders the body as safe HTML. Fails if the build would reject it. */
export async function previewFile(
  repository: ContentRepository,
  typed: EditorInput,
): Promise<Result<{ readonly html: string }, ContentRefusal>> {
  const answer = await checkInput(repository, typed, [])
  // As this build says it; what follows a sale is shown for every state.
  const words = withSaleWords(wordsFor(typed.body, BUILT_FLAGS))
  return answer.ok ? ok({ html: await markdownHtml(words) }) : answer
}

/** Validates and commits a file. Refuses if it changed since `version`. Throws GitHostProblem. */
export async function saveFile(
  repository: ContentRepository,
  typed: EditorInput & { readonly version: string; readonly author: string },
): Promise<Result<Save, ContentRefusal>> {
  const answer = await checkInput(repository, typed, [])
  if (!answer.ok) return answer
  const path = ROOT + typed.path
  const saved = await repository.save({
    message: `${typed.version === '' ? '新增' : '修改'} ${typed.path}`,
    author: typed.author,
    changes: [{ path, text: answer.data.text }],
    expected: { path, version: typed.version },
  })
  if (saved.ok) log('content-saved', { path: typed.path, commit: saved.data.id })
  return saved
}
