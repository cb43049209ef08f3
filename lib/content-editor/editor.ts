import 'server-only'

import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join, relative } from 'node:path'
import {
  CONTENT,
  ContentError,
  placeOf,
  readMarkdown,
  markdownHtml,
  withTradeWords,
  rendersInTime,
} from '../adapters/markdown/content-file.ts'
import { TRADE_FILE } from '../adapters/markdown/trade-file.ts'
import { readSite } from './read-site.ts'
import {
  blobName,
  type ContentRepository,
  type FileChange,
  PICTURES,
  type SavedTree,
  type NamedField,
  fieldsOf,
  type Save,
  type SaveRefusal,
} from './repository.ts'
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
import { tradeSchema } from '../company/trade-schema.ts'
import { movedSchema } from '../content/moved.ts'
import { creatorFrontMatterSchema } from '../creator/creator.ts'
import { mailFrontMatterSchema } from '../mail/render-mail.ts'
import { MAIL_PARTS } from '../mail/placeholders.ts'
import { offerFrontMatterSchema } from '../offer/offer.ts'
import { productFrontMatterSchema } from '../product/product.ts'
import { BUILT_FLAGS, withSaleWords, wordsFor } from '../adapters/markdown/content-flags.ts'
import { log } from '../log/log.ts'
import { fail, type Failure, ok, type Result } from '../result.ts'
import {
  changeText,
  readText,
  type FrontMatterValues,
  withoutEmpty,
} from '../adapters/markdown/front-matter.ts'
import { fieldWords, fileWords, KIND_TITLES, knownTitle } from './labels.ts'

// What the running shop has beside it need not be fetched: most of a tree.
async function readSaved(
  repository: ContentRepository,
  path: string,
  name: string,
): Promise<string | undefined> {
  const own = placeOf(CONTENT, path.slice(CONTENT.length + 1))
  const bytes = await readFile(/* turbopackIgnore: true */ own).catch(() => undefined)
  if (bytes && blobName(bytes) === name) return bytes.toString('utf8')
  return (await repository.read(path))?.text
}

const isText = (path: string) => path.startsWith(`${CONTENT}/`)

/** The texts of the content as they would be after the changes, by path under the content folder. */
async function textsAfter(
  repository: ContentRepository,
  { files }: SavedTree,
  changes: readonly FileChange[],
): Promise<ReadonlyMap<string, string>> {
  const changed = new Set(changes.map(({ path }) => path))
  const kept = [...files].filter(([path]) => isText(path) && !changed.has(path))
  const read = await Promise.all(
    kept.map(
      async ([path, name]) => [path, (await readSaved(repository, path, name)) ?? ''] as const,
    ),
  )
  const written = changes.flatMap(({ path, text }) =>
    isText(path) && text !== undefined ? [[path, text] as const] : [],
  )
  return new Map(
    [...read, ...written].map(([path, text]) => [path.slice(CONTENT.length + 1), text]),
  )
}

function picturesAfter({ files }: SavedTree, changes: readonly FileChange[]): ReadonlySet<string> {
  const pictures = new Set([...files.keys()].filter((path) => path.startsWith(`${PICTURES}/`)))
  for (const { path, isRemoved } of changes) {
    if (isRemoved) pictures.delete(path)
    else pictures.add(path)
  }
  return pictures
}

/**
 * Reads what would be saved as the build reads it, and returns why the build would refuse it: a
 * ContentError whose file is a path under the content folder. Throws GitHostProblem.
 */
export async function findFault(
  repository: ContentRepository,
  tree: SavedTree,
  changes: readonly FileChange[],
): Promise<ContentError | undefined> {
  const texts = await textsAfter(repository, tree, changes)
  const pictures = picturesAfter(tree, changes)
  const place = await mkdtemp(join(tmpdir(), 'content-'))
  try {
    await Promise.all(
      [...texts].map(async ([path, text]) => {
        const file = join(place, path)
        await mkdir(/* turbopackIgnore: true */ dirname(file), { recursive: true })
        await writeFile(/* turbopackIgnore: true */ file, text)
      }),
    )
    await readSite(relative(process.cwd(), place), (src) => pictures.has(`public${src}`))
    return undefined
  } catch (error) {
    if (!(error instanceof ContentError)) throw error
    return error
  } finally {
    await rm(place, { recursive: true, force: true })
  }
}

/** The folders of content/ that the owner edits. */
export const CONTENT_KINDS = ['products', 'offers', 'blog', 'info', 'mails', 'creators'] as const
export type ContentKind = (typeof CONTENT_KINDS)[number]

// The words of pages that have fields of their own; the others are information pages.
const PAGES: Readonly<Record<string, ZodType>> = {
  home: homePageSchema,
  shop: shopPageSchema,
  blog: blogPageSchema,
  contact: contactPageSchema,
  garment: garmentPageSchema,
  join: joinPageSchema,
  trade: tradeSchema,
  moved: movedSchema,
}

const PARTS: readonly string[] = MAIL_PARTS

const SCHEMAS: Readonly<Record<ContentKind, (name: string) => ZodType>> = {
  products: () => productFrontMatterSchema,
  offers: () => offerFrontMatterSchema,
  blog: () => articleFrontMatterSchema,
  info: (name) => PAGES[name] ?? infoPageSchema,
  mails: (name) => (PARTS.includes(name) ? z.strictObject({}) : mailFrontMatterSchema),
  creators: () => creatorFrontMatterSchema,
}

/** A file of content/: its kind, and its name without ending. */
export type ContentFile = { readonly kind: ContentKind; readonly name: string }

const FILE = /^(products|offers|blog|info|mails|creators)\/([a-z0-9-]{1,80})\.md$/

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

/** A file as a form shows it. */
export type OpenFile = {
  readonly path: string
  /** Its kind and title, such as 商品：旅見 T 恤. */
  readonly heading: string
  readonly fields: readonly NamedField[]
  readonly values: FrontMatterValues
  readonly body: string
  readonly version: string
  /** Fields of a new file that came from another one and are to be confirmed, by their names. */
  readonly copiedFields: readonly string[]
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

/**
 * Takes a save back that was made here and is still listed, unless the build would refuse what is
 * left; refuses every other commit. Throws GitHostProblem.
 */
export async function undoSave(
  repository: ContentRepository,
  { id, author }: { readonly id: string; readonly author: string },
): Promise<Result<Save, ContentRefusal>> {
  const isOwn = (await editorsSaves(repository)).some((save) => save.id === id)
  if (!isOwn) return fail('nothing-to-undo')
  const undo = await repository.undoing(id)
  if (!undo.ok) return undo
  const { message, changes } = undo.data
  const checked = await checkChanges(repository, changes)
  if (!checked.ok) return checked
  return repository.save({ message: `復原：${message}`, author, changes, base: checked.data })
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
  const { files } = await repository.tree()
  const own = [...files.keys()].flatMap((path) => {
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
  const read = readText((found ?? copied)?.text ?? NEW_TEXT)
  const { values, copiedFields } = copied
    ? withoutOwnFacts(file.kind, read.values)
    : { values: read.values, copiedFields: [] }
  const { body } = read
  const version = found?.version ?? ''
  const heading = headingOf(file, found ? values : {})
  const fields = fieldsOf(schemaOf(file))
  return { path, heading, fields, values, body, version, copiedFields }
}

// What is of one garment alone, and would be false of the next without anybody's having written it.
const OF_ONE_GARMENT: readonly string[] = [
  'date',
  'title',
  'subtitle',
  'preorder_deadline',
  'estimated_ship_date',
  'sale_price',
  'sale_start',
  'sale_end',
  'stock',
  'stock_by_size',
  'preorder_limit',
  'image',
  'gallery',
  'photos',
  'renderings',
  'shared_size_chart',
  'size_chart',
  'tags',
  'subcategory',
  'motif',
  'gtin',
  'facts',
  'facts_known_by',
  'facts_left_out',
  'shown_unproven',
  'organic_certificate',
]

/** The values of a copy without the facts of the garment that it was copied from; what is left is to be confirmed. */
function withoutOwnFacts(
  kind: ContentKind,
  values: FrontMatterValues,
): { readonly values: FrontMatterValues; readonly copiedFields: readonly string[] } {
  if (kind !== 'products') return { values, copiedFields: [] }
  const kept = Object.entries(values).filter(([name]) => !OF_ONE_GARMENT.includes(name))
  // A draft until its owner says otherwise.
  return {
    values: { ...Object.fromEntries(kept), draft: true },
    copiedFields: kept.map(([name]) => name).filter((name) => name !== 'draft'),
  }
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

function refusalFor(fault: ContentError, opened: string | undefined): Failure<ContentRefusal> {
  const path = /\w+\/[^/]+\.(?:md|txt)$/.exec(fault.file)?.[0] ?? fault.file
  const named = fault.problems.map(({ field, reason }) => `「${fieldWords(field)}」${reason}`)
  const detail = `${fileWords(contentFile(path), path)}的${named.join('；')}`
  const fields = fault.problems.map(({ field, reason }) => [field, reason] as const)
  return {
    ok: false,
    code: 'content-wrong',
    detail,
    ...(path === opened ? { fields: Object.fromEntries(fields) } : {}),
  }
}

/** The state on which the changes may be saved; fails with the reason for which the build would refuse it. */
async function checkChanges(
  repository: ContentRepository,
  changes: readonly FileChange[],
  opened?: string,
): Promise<Result<string, ContentRefusal>> {
  const tree = await repository.tree()
  const fault = await findFault(repository, tree, changes)
  return fault ? refusalFor(fault, opened) : ok(tree.id)
}

async function checkInput(
  repository: ContentRepository,
  typed: EditorInput,
): Promise<Result<{ readonly text: string; readonly base: string }, ContentRefusal>> {
  const file = contentFile(typed.path)
  if (!file) return fail('unknown-file')
  if (!(await rendersInTime([typed.body, ...textsIn(typed.values)]))) {
    const slow: Failure<ContentRefusal> = { ok: false, code: 'content-wrong', detail: TOO_SLOW }
    return slow
  }
  const text = await textOf(repository, typed)
  const checked = await checkChanges(repository, [{ path: ROOT + typed.path, text }], typed.path)
  return checked.ok ? ok({ text, base: checked.data }) : checked
}

/** Renders the body as safe HTML. Fails if the build would reject it. */
export async function previewFile(
  repository: ContentRepository,
  typed: EditorInput,
): Promise<Result<{ readonly html: string }, ContentRefusal>> {
  const answer = await checkInput(repository, typed)
  if (!answer.ok) return answer
  // As this build says it; what follows a sale is shown for every state.
  const words = withSaleWords(wordsFor(typed.body, BUILT_FLAGS))
  return ok({ html: await markdownHtml(await withSavedTrade(repository, typed.path, words)) })
}

// What is saved may not run yet; the check before has read it. A mail fills in its own words.
async function withSavedTrade(repository: ContentRepository, path: string, words: string) {
  if (path.startsWith('mails/')) return words
  const saved = await repository.read(ROOT + TRADE_FILE)
  const { values } = readText(saved?.text ?? NEW_TEXT)
  return withTradeWords(words, tradeSchema.parse(values))
}

/** Validates and commits a file. Refuses if it changed since `version`. Throws GitHostProblem. */
export async function saveFile(
  repository: ContentRepository,
  typed: EditorInput & { readonly version: string; readonly author: string },
): Promise<Result<Save, ContentRefusal>> {
  const answer = await checkInput(repository, typed)
  if (!answer.ok) return answer
  const { text, base } = answer.data
  const path = ROOT + typed.path
  const saved = await repository.save({
    message: `${typed.version === '' ? '新增' : '修改'} ${typed.path}`,
    author: typed.author,
    changes: [{ path, text }],
    expected: { path, version: typed.version },
    base,
  })
  if (saved.ok) log('content-saved', { path: typed.path, commit: saved.data.id })
  return saved
}
