import 'server-only'

import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join, relative } from 'node:path'

import {
  CONTENT,
  ContentError,
  markdownHtml,
  MISSING,
  rendersInTime,
  withTradeText,
} from '#lib/adapters/markdown/content-file.ts'
import {
  changeText,
  type FrontMatterValues,
  readText,
  TRADE_FILE,
  withoutEmpty,
} from '#lib/adapters/markdown/trade-file.ts'
import { tradeSchema } from '#lib/company/trade-schema.ts'
import { BUILT_FLAGS, withSaleText, textFor } from '#lib/content/content-flags.ts'
import { pictureProblem } from '#lib/content/picture-problem.ts'
import { readReservedStock } from '#lib/inventory/inventory-store.ts'
import { log } from '#lib/log/log.ts'
import { fail, type Failure, ok, type Result } from '#lib/result.ts'
import { contentFile, listsIn, NEW_TEXT, ROOT, isRemovable } from './content-files.ts'
import { fieldText, fileText, UNFILLED } from './labels.ts'
import { problemsBesideOthers, readProductChoices } from './product-choices.ts'
import { readSite } from './read-site.ts'
import {
  blobName,
  type ContentRepository,
  type FileChange,
  PICTURES,
  type Save,
  type SavedTree,
  type SaveRefusal,
} from './repository.ts'
import { savedText } from './saved-text.ts'
import { picturesFiles, type StoredPicture } from './stored-pictures.ts'

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
      async ([path, name]) => [path, (await savedText(repository, path, name)) ?? ''] as const,
    ),
  )
  const written = changes.flatMap(({ path, text }) =>
    isText(path) && text !== undefined ? [[path, text] as const] : [],
  )
  return new Map(
    [...read, ...written].map(([path, text]) => [path.slice(CONTENT.length + 1), text]),
  )
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
  const saved = [...tree.files.keys()].filter((path) => path.startsWith(`${PICTURES}/`))
  const pictures = new Map(saved.map((path) => [path, tree.files.get(path)]))
  for (const { path, isRemoved, blob, base64 = '' } of changes) {
    if (isRemoved) pictures.delete(path)
    else pictures.set(path, blob ?? blobName(Buffer.from(base64, 'base64')))
  }
  const checkPicture = (src: string) =>
    pictureProblem(src, {
      blobOf: (path) => pictures.get(`public${path}`),
      has: (path) => pictures.has(`public${path}`),
    })
  const place = await mkdtemp(join(tmpdir(), 'content-'))
  try {
    await Promise.all(
      [...texts].map(async ([path, text]) => {
        const file = join(place, path)
        await mkdir(/* turbopackIgnore: true */ dirname(file), { recursive: true })
        await writeFile(/* turbopackIgnore: true */ file, text)
      }),
    )
    await readSite(relative(process.cwd(), place), checkPicture)
    return undefined
  } catch (error) {
    if (!(error instanceof ContentError)) throw error
    return error
  } finally {
    await rm(place, { recursive: true, force: true })
  }
}

/** Typed fields as JSON, and the body. */
export type EditorInput = {
  readonly path: string
  readonly values: unknown
  readonly body: string
  /** Photographs that were uploaded for it and are saved with it. */
  readonly pictures?: readonly StoredPicture[]
}

/** The saves that were made here, newest first. */
export async function editorsSaves(repository: ContentRepository): Promise<readonly Save[]> {
  // What others commit is not taken back here.
  return (await repository.history()).filter(({ message }) =>
    /^(?:新增|修改|刪除|復原)/.test(message),
  )
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
  const tree = await repository.tree()
  const fault = await findFault(repository, tree, changes)
  if (fault) return refusalFor(fault, undefined)
  return repository.save({ message: `復原：${message}`, author, changes, base: tree.id })
}

function valuesIn(typed: unknown): FrontMatterValues {
  const values = withoutEmpty(typed)
  return typeof values === 'object' && values !== null ? { ...values } : {}
}

/** Why a file is not saved, or not even shown. */
export type ContentRefusal =
  | SaveRefusal
  | 'unknown-file'
  | 'content-wrong'
  | 'picture-taken'
  | 'picture-foreign'
  | 'unlikely-price'
  | 'no-repository'

const TOO_SLOW = '內文的記號太多，無法排版；請刪除連續重複的記號，例如一長串 > 或 *。'

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
  const named = fault.problems.map(({ field, reason }) => {
    return `「${fieldText(field)}」${reason === MISSING ? '尚未填寫' : reason}`
  })
  const detail = `${fileText(contentFile(path), path)}的${named.join('；')}`
  const fields = fault.problems.map(({ field, reason }) => {
    return [field, reason === MISSING ? UNFILLED : reason] as const
  })
  return {
    ok: false,
    code: 'content-wrong',
    detail,
    ...(path === opened ? { fields: Object.fromEntries(fields) } : {}),
  }
}

type Checked = { readonly changes: readonly FileChange[]; readonly base: string }

/** The changes by which files are saved together, once the build would take them all. */
async function checkTogether(
  repository: ContentRepository,
  files: readonly (FileChange & { readonly pictures: readonly StoredPicture[] })[],
  opened?: string,
): Promise<Result<Checked, ContentRefusal>> {
  const tree = await repository.tree()
  const sets = files.flatMap((file) => file.pictures.map(picturesFiles))
  if (sets.includes(undefined)) return fail('picture-foreign')
  const pictures = sets.flatMap((set) => set ?? [])
  const isOther = pictures.some(({ path, blob }) => (tree.files.get(path) ?? blob) !== blob)
  if (isOther) return fail('picture-taken')
  // A picture that is there already is no change; one of two files is one.
  const fresh = pictures.filter(({ path }) => !tree.files.has(path))
  const own = new Map(fresh.map((picture) => [picture.path, picture]))
  const changes = [
    ...files.map(({ path, text, isRemoved }) => ({ path, text, isRemoved })),
    ...own.values(),
  ]
  const fault = await findFault(repository, tree, changes)
  return fault ? refusalFor(fault, opened) : ok({ changes, base: tree.id })
}

/** The text that a form makes of its file; fails for no file of the editor's, and for marks that take too long. */
async function typedText(
  repository: ContentRepository,
  typed: EditorInput,
): Promise<Result<string, ContentRefusal>> {
  if (!contentFile(typed.path)) return fail('unknown-file')
  if (!(await rendersInTime([typed.body, ...textsIn(typed.values)]))) {
    const slow: Failure<ContentRefusal> = { ok: false, code: 'content-wrong', detail: TOO_SLOW }
    return slow
  }
  const before = (await repository.read(ROOT + typed.path))?.text ?? NEW_TEXT
  return ok(changeText(before, withLists(typed), typed.body))
}

// A list of which a form shows no entry is empty, not missing.
function withLists({ path, values }: EditorInput): FrontMatterValues {
  const file = contentFile(path)
  return { ...(file && listsIn(file)), ...valuesIn(values) }
}

async function checkInput(
  repository: ContentRepository,
  typed: EditorInput,
): Promise<Result<Checked, ContentRefusal>> {
  const text = await typedText(repository, typed)
  if (!text.ok) return text
  const { pictures = [] } = typed
  const file = { path: ROOT + typed.path, text: text.data, pictures }
  const answer = await checkTogether(repository, [file], typed.path)
  return answer.ok ? answer : withOthers(repository, typed, answer)
}

// The build stops at the first rule between files; the form shows what else is wrong of a product too.
async function withOthers(
  repository: ContentRepository,
  typed: EditorInput,
  refusal: Failure<ContentRefusal>,
): Promise<Failure<ContentRefusal>> {
  const { fields } = refusal
  if (!fields || contentFile(typed.path)?.kind !== 'products') return refusal
  const tree = await repository.tree()
  const uploaded = (typed.pictures ?? []).map(({ src }) => src)
  const more = problemsBesideOthers(valuesIn(typed.values), {
    choices: await readProductChoices(repository),
    hasPicture: (src) => uploaded.includes(src) || tree.files.has(`public${src}`),
  })
  const isNamed = (field: string) =>
    Object.keys(fields).some((one) => field === one || field.startsWith(`${one}.`))
  const others = more.flatMap(({ field, reason }) => (isNamed(field) ? [] : [[field, reason]]))
  return { ...refusal, fields: { ...Object.fromEntries(others), ...fields } }
}

/** Renders the body as safe HTML. Fails if the build would reject it. */
export async function previewFile(
  repository: ContentRepository,
  typed: EditorInput,
): Promise<Result<{ readonly html: string }, ContentRefusal>> {
  const answer = await checkInput(repository, typed)
  if (!answer.ok) return answer
  // As this build says it; what follows a sale is shown for every state.
  const text = withSaleText(textFor(typed.body, BUILT_FLAGS))
  // A mail fills in its own words.
  if (typed.path.startsWith('mails/')) return ok({ html: await markdownHtml(text) })
  // What is saved may not run yet; the check before has read it.
  const saved = await repository.read(ROOT + TRADE_FILE)
  const { values } = readText(saved?.text ?? NEW_TEXT)
  return ok({ html: await markdownHtml(withTradeText(text, tradeSchema.parse(values))) })
}

/** A price that was most likely meant otherwise: it is a third of what it was, or three times that. */
export function unlikelyPrices(before: FrontMatterValues, typed: FrontMatterValues) {
  const amounts = ['price', 'sale_price', 'delivery_fee', 'free_delivery_from'] as const
  const former = (name: string) => before[name] ?? (name === 'sale_price' ? typed.price : undefined)
  return amounts.flatMap((name) => {
    const [then, now] = [former(name), typed[name]]
    if (typeof then !== 'number' || typeof now !== 'number' || then === 0 || now === 0) return []
    const isLikely = now * UNLIKELY > then && now < then * UNLIKELY
    return isLikely ? [] : [[name, `${then} 改成 ${now}，對嗎？`] as const]
  })
}

const UNLIKELY = 3

/** Asks about prices that were most likely meant otherwise, or undefined if all are likely. */
async function checkPriceChanges(
  repository: ContentRepository,
  { path, values }: EditorInput,
): Promise<Failure<ContentRefusal> | undefined> {
  const { values: before } = readText((await repository.read(ROOT + path))?.text ?? NEW_TEXT)
  const unlikely = unlikelyPrices(before, valuesIn(values))
  return unlikely.length === 0
    ? undefined
    : { ok: false, code: 'unlikely-price', fields: Object.fromEntries(unlikely) }
}

/** What a save is besides its file: by whom, of which version, and whether unlikely prices are meant. */
type SaveOf = { readonly version: string; readonly author: string; readonly isSure?: boolean }

/** Validates and commits a file. Refuses if it changed since `version`. Throws GitHostProblem. */
export async function saveFile(
  repository: ContentRepository,
  typed: EditorInput & SaveOf,
): Promise<Result<Save, ContentRefusal>> {
  const answer = await checkInput(repository, typed)
  if (!answer.ok) return answer
  const question = typed.isSure ? undefined : await checkPriceChanges(repository, typed)
  if (question) return question
  const path = ROOT + typed.path
  return logged(
    await repository.save({
      message: `${typed.version === '' ? '新增' : '修改'} ${typed.path}`,
      author: typed.author,
      ...answer.data,
      expected: [{ path, version: typed.version }],
    }),
    typed.path,
  )
}

function logged<Code extends string>(saved: Result<Save, Code>, path: string) {
  if (saved.ok) log('content-saved', { path, commit: saved.data.id })
  return saved
}

/** A file that waits to be saved with others: Git's name of its text, the version that was opened, and its pictures. */
export type DraftFile = {
  readonly path: string
  readonly blob: string
  readonly version: string
  readonly pictures: readonly StoredPicture[]
}

/** Stores a draft of a file's text for a save together with others, and returns its name. Throws GitHostProblem. */
export async function draftFile(
  repository: ContentRepository,
  typed: EditorInput & Pick<SaveOf, 'isSure'>,
): Promise<Result<string, ContentRefusal>> {
  const text = await typedText(repository, typed)
  if (!text.ok) return text
  const question = typed.isSure ? undefined : await checkPriceChanges(repository, typed)
  return question ?? ok(await repository.store(Buffer.from(text.data)))
}

/**
 * Validates held files together and commits them as one save, so that they go live by one deployment.
 * Throws GitHostProblem.
 */
export async function saveDrafts(
  repository: ContentRepository,
  { files, author }: { readonly files: readonly DraftFile[]; readonly author: string },
): Promise<Result<Save, ContentRefusal>> {
  const texts = await Promise.all(files.map(({ blob }) => repository.stored(blob)))
  const held = files.flatMap(({ path, version, pictures }, at) => {
    const text = texts[at]
    const isKnown = text !== undefined && contentFile(path) !== undefined
    return isKnown ? [{ path, text, version, pictures }] : []
  })
  if (held.length === 0 || held.length < files.length) return fail('unknown-file')
  return saveTexts(repository, { files: held, author })
}

/** Validates texts together and commits them as one save. Throws GitHostProblem. */
export async function saveTexts(
  repository: ContentRepository,
  {
    files,
    author,
  }: {
    readonly files: readonly (Omit<DraftFile, 'blob'> & { readonly text: string })[]
    readonly author: string
  },
): Promise<Result<Save, ContentRefusal>> {
  const texts = files.map(({ path, text, pictures }) => ({ path: ROOT + path, text, pictures }))
  const answer = await checkTogether(repository, texts)
  if (!answer.ok) return answer
  const paths = files.map(({ path }) => path).join('、')
  return logged(
    await repository.save({
      message: files.length === 1 ? `修改 ${paths}` : `修改 ${files.length} 個檔案：${paths}`,
      author,
      ...answer.data,
      expected: files.map(({ path, version }) => ({ path: ROOT + path, version })),
    }),
    paths,
  )
}

/** Deletes a file, unless the build would refuse what is left. Throws GitHostProblem. */
export async function saveRemoval(
  repository: ContentRepository,
  { path, version, author }: { readonly path: string } & SaveOf,
): Promise<Result<Save, ContentRefusal>> {
  const removed = { path: ROOT + path, isRemoved: true, pictures: [] } as const
  const answer = await checkTogether(repository, [removed])
  if (!answer.ok) return answer
  const expected = [{ path: ROOT + path, version }]
  const message = `刪除 ${path}`
  return logged(await repository.save({ message, author, ...answer.data, expected }), path)
}

/** Why a file is not deleted. */
export type RemovalRefusal = ContentRefusal | 'has-orders' | 'not-removable'

/**
 * Deletes a file that nothing in the shop leads to, as a commit that can be taken back. A product that was ordered keeps
 * its page. Throws GitHostProblem and DatabaseUnavailable.
 */
export async function removeFile(
  repository: ContentRepository,
  {
    path,
    version,
    author,
  }: { readonly path: string; readonly version: string; readonly author: string },
): Promise<Result<Save, RemovalRefusal>> {
  const file = contentFile(path)
  if (!file || version === '') return fail('unknown-file')
  if (!isRemovable(file)) return fail('not-removable')
  if (file.kind === 'products') {
    // What is ordered, held or set by the owner stands in the product's counts.
    const counts = (await readReservedStock([file.name])).get(file.name)
    const { stock = 0, preorder = 0, sizes = {}, override } = counts ?? {}
    const units = [stock, preorder, ...Object.values(sizes)]
    if (override !== undefined || units.some((count) => count !== 0)) return fail('has-orders')
  }
  return saveRemoval(repository, { path, version, author })
}
