'use client'

import { createContext, useContext, type ChangeEvent, useState } from 'react'
import type { Field } from '#lib/content-editor/repository.ts'
import type { StoredPicture } from '#lib/content-editor/stored-pictures.ts'
import { SelectField, TextAreaField, TextField } from '#components/ui/field.tsx'
import type { FlagWords } from '#lib/content-editor/labels.ts'
import styles from './content.module.css'
import shared from './owner.module.css'
import { SizedPicture } from '#components/ui/sized-picture.tsx'
import { uploadPicture } from './upload-picture.ts'
import { isPictureAnswer, uploadFailure } from './held-files.tsx'
import { pastedText } from '#lib/text/plain-text.ts'
import { withProof } from './owner-proof.ts'

/** What the inputs of a content form share. */
export type EditorScope = {
  /** Path of the file under content/. */
  readonly path: string
  /** Messages by the id of the input that each is about. */
  readonly errors: Readonly<Record<string, string>>
  /** The uploaded photographs that are not saved with the file yet. */
  readonly pictures: readonly StoredPicture[]
  /** Takes a photograph that is saved with the file, and the address at which this browser shows it. */
  readonly addPicture: (picture: StoredPicture, address: string) => void
  /** The addresses at which the pictures of the file are shown, by their paths. */
  readonly shown: Readonly<Record<string, string>>
}

/** The form that an input stands in. */
export const EditorScopeContext = createContext<EditorScope>({
  path: '',
  errors: {},
  pictures: [],
  addPicture: () => undefined,
  shown: {},
})

/** The form that this input stands in. */
export const useEditorScope = () => useContext(EditorScopeContext)

/**
 * Changes a value by what it is at that moment: what was typed since an input was drawn, such as while its photograph was
 * uploaded, stays.
 */
export type Change = (change: (present: unknown) => unknown) => void

/** Props of a field's input. */
export type Input = {
  readonly id: string
  readonly label: string
  readonly field: Field
  readonly value: unknown
  readonly isRequired?: boolean
  readonly onChange: Change
}

/** The values of some fields. */
export type Values = Readonly<Record<string, unknown>>

function isRecord(value: unknown): value is Values {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** A value as the input takes it; empty for anything else. */
export const recordOf = (value: unknown): Values => (isRecord(value) ? value : {})
/** A value as the input takes it; empty for anything else. */
export const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])
/** A value as the input takes it; empty for anything else. */
export const textOf = (value: unknown): string => {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : ''
}

const LONG = 60

/** A text; a long one in several lines. `suggestions` can be chosen, and anything else typed. */
export function TextInput({
  id,
  label,
  value,
  isRequired = false,
  suggestions,
  onChange,
}: Input & { suggestions: readonly string[] }) {
  const { errors } = useEditorScope()
  const text = textOf(value)
  const field = {
    id,
    label,
    value: text,
    optional: !isRequired,
    maxLength: 5000,
    error: errors[id],
  }
  return text.length > LONG || text.includes('\n') ? (
    <TextAreaField {...field} onChange={({ target }) => onChange(() => target.value)} />
  ) : (
    <>
      <TextField
        {...field}
        list={suggestions.length === 0 ? undefined : `${id}-list`}
        onChange={({ target }) => onChange(() => target.value)}
      />
      {suggestions.length === 0 ? null : (
        <datalist id={`${id}-list`}>
          {suggestions.map((one) => (
            <option key={one} value={one}>
              {one}
            </option>
          ))}
        </datalist>
      )}
    </>
  )
}

const COLOUR = /^#[0-9a-f]{6}$/i

/** A colour as #RRGGBB, to type or to pick. */
export function ColourInput({ id, label, value, isRequired = false, onChange }: Input) {
  const { errors } = useEditorScope()
  const text = textOf(value)
  return (
    <div className={styles.colour}>
      <TextField
        id={id}
        label={label}
        optional={!isRequired}
        value={text}
        maxLength={7}
        autoComplete="off"
        spellCheck={false}
        error={errors[id]}
        onChange={({ target }) => onChange(() => target.value)}
      />
      <input
        type="color"
        className={styles.swatch}
        aria-label={`挑選${label}`}
        value={COLOUR.test(text) ? text.toLowerCase() : '#ffffff'}
        onChange={({ target }) => onChange(() => target.value.toUpperCase())}
      />
    </div>
  )
}

/** A number. Invalid text stays as typed for validation to report. */
export function NumberInput({ id, label, value, isRequired = false, onChange }: Input) {
  const { errors } = useEditorScope()
  return (
    <TextField
      id={id}
      label={label}
      optional={!isRequired}
      inputMode="decimal"
      value={textOf(value)}
      maxLength={9}
      error={errors[id]}
      onChange={({ target: { value: typed } }) => {
        // A number as people write it: 1,280 and １２８０ are 1280.
        const plain = pastedText(typed)
          .replaceAll(/(?<=\d),(?=\d{3})/g, '')
          .trim()
        const number = /^-?\d+(?:\.\d)?$/.test(plain) ? Number(plain) : typed
        onChange(() => number)
      }}
    />
  )
}

const FLAG_VALUES: Readonly<Record<string, boolean>> = { yes: true, no: false }

/** Yes, no or left out, each in words with what it does: an empty tick would say nothing of the last two. */
export function Flag({
  id,
  label,
  value,
  isRequired = false,
  words,
  onChange,
}: Input & { words: FlagWords }) {
  const { errors } = useEditorScope()
  const chosen = typeof value === 'boolean' ? (value ? 'yes' : 'no') : ''
  return (
    <SelectField
      id={id}
      label={label}
      optional={!isRequired}
      value={chosen}
      error={errors[id]}
      onChange={({ target }) => onChange(() => FLAG_VALUES[target.value] ?? '')}
    >
      <option value="">{words.unset}</option>
      <option value="yes">{words.yes}</option>
      <option value="no">{words.no}</option>
    </SelectField>
  )
}

/** Some of a few values. */
export function Choices({
  id,
  label,
  options,
  value,
  onChange,
}: Input & { options: readonly string[] }) {
  const { errors } = useEditorScope()
  const chosen = listOf(value)
  return (
    <fieldset className={styles.group} id={id} tabIndex={-1}>
      <legend>{label}</legend>
      {errors[id] === undefined ? null : <p className={styles.problem}>{errors[id]}</p>}
      <div className={styles.picks}>
        {options.map((option) => (
          <label key={option} className={shared.pick}>
            <input
              type="checkbox"
              checked={chosen.includes(option)}
              onChange={({ target: { checked } }) =>
                onChange((present) =>
                  options.filter((one) =>
                    one === option ? checked : listOf(present).includes(one),
                  ),
                )
              }
            />
            {option}
          </label>
        ))}
      </div>
    </fieldset>
  )
}

const HEIC = /heic|heif/i

const HEIC_ADVICE =
  '這個瀏覽器讀不出 HEIC。請用 iPhone 或 Mac 的 Safari 上傳，或在 iPhone 的「設定 → 相機 → 格式」選「最相容」再拍。'

const TAKES = 'image/jpeg,image/png,image/webp,image/avif,image/tiff,image/heic,image/heif'

// Safari reads what an iPhone takes; the shop gets a JPEG of it.
async function readable(file: File): Promise<Blob | undefined> {
  if (!HEIC.test(file.type) && !HEIC.test(file.name)) return file
  try {
    const picture = await createImageBitmap(file)
    const canvas = new OffscreenCanvas(picture.width, picture.height)
    canvas.getContext('2d')?.drawImage(picture, 0, 0)
    return await canvas.convertToBlob({ type: 'image/jpeg', quality: 0.95 })
  } catch {
    return undefined
  }
}

// Upright for goods and for the phone's opening picture, wide and large for the home page, wide elsewhere.
function folderFor(path: string, id: string): 'products' | 'blog' | 'site' {
  if (/^(?:products|garments)\//.test(path) || id.endsWith('-phone')) return 'products'
  return path === 'info/home.md' ? 'site' : 'blog'
}

type UploadState = {
  readonly state: 'idle' | 'sending' | 'making' | 'done'
  /** What is done of it, 0 to 1. */
  readonly part?: number
  readonly problem?: string
  readonly stored?: StoredPicture
}

const STATES: Readonly<Record<UploadState['state'], string>> = {
  idle: '',
  sending: '上傳中…',
  making: '製作各種尺寸…',
  done: '照片放好了，儲存以後才會在店裡。',
}

/** Chooses a photograph and uploads it at once, with what came of it beside the input. */
export function PictureChoice({
  id,
  label,
  onDone,
}: {
  id: string
  label: string
  onDone: (src: string) => void
}) {
  const { path, pictures, addPicture } = useEditorScope()
  const [{ state, part = 0, problem, stored }, setUpload] = useState<UploadState>({ state: 'idle' })
  const isBusy = state === 'sending' || state === 'making'
  const isSaved = state === 'done' && !pictures.some((one) => one === stored)
  const refuse = (why: string) => setUpload({ state: 'idle', problem: why })
  // A photograph is cropped and held at once; the file that shows it saves it.
  const take = async ({ target }: ChangeEvent<HTMLInputElement>) => {
    const [file] = target.files ?? []
    if (!file) return
    setUpload({ state: 'sending' })
    const body = await readable(file)
    if (!body) return refuse(HEIC_ADVICE)
    const name = path.replace(/^\w+\/|\.md$/g, '')
    const answer = await withProof(() =>
      uploadPicture(`${folderFor(path, id)}/${name}`, body, setUpload),
    )
    // The same photograph may be chosen again after a refusal.
    target.value = ''
    if (!isPictureAnswer(answer)) return refuse(uploadFailure(answer))
    const { preview, ...picture } = answer.data
    // What is stored, and is not deployed yet.
    const bytes = Uint8Array.from(atob(preview), (letter) => letter.charCodeAt(0))
    addPicture(picture, URL.createObjectURL(new Blob([bytes], { type: 'image/jpeg' })))
    onDone(picture.src)
    setUpload({ state: 'done', stored: picture })
  }
  return (
    <div>
      <TextField
        id={`${id}-file`}
        type="file"
        label={label}
        accept={TAKES}
        error={problem}
        disabled={isBusy}
        onChange={(event) => void take(event)}
      />
      {isBusy ? <progress aria-label="上傳進度" value={part} /> : null}
      <output className={styles.upload}>{STATES[isSaved ? 'idle' : state]}</output>
    </div>
  )
}

// A picture that the shop does not have yet is not shown.
function Thumbnail({ shown }: { shown: string }) {
  const [isGone, setGone] = useState(false)
  return (
    <div hidden={isGone}>
      <SizedPicture
        className={styles.thumbnail}
        src={shown}
        alt=""
        width={96}
        height={120}
        onError={() => setGone(true)}
      />
    </div>
  )
}

/** The path of a picture, with the picture, and the choice of another that fills in its path. */
export function PictureInput({ id, label, value, isRequired = false, onChange }: Input) {
  const { errors, shown } = useEditorScope()
  const src = textOf(value)
  const address = shown[src] ?? src
  return (
    <div className={styles.picture}>
      {src.startsWith('/images/') ? <Thumbnail key={address} shown={address} /> : null}
      <TextField
        id={id}
        label={label}
        optional={!isRequired}
        maxLength={300}
        value={src}
        error={errors[id]}
        onChange={({ target }) => onChange(() => target.value)}
      />
      <PictureChoice id={id} label="上傳照片" onDone={(to) => onChange(() => to)} />
    </div>
  )
}
