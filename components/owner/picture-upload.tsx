'use client'

import { type ChangeEvent, useState } from 'react'

import { TextField } from '#components/ui/field.tsx'
import { pictureUrl } from '#lib/content/pictures.ts'

import styles from './content.module.css'
import { type Input, textOf } from './content-inputs.tsx'
import { useEditorScope } from './editor-context.ts'
import { isPictureAnswer, uploadFailure } from './picture-answer.ts'

const HEIC = /heic|heif/i

const HEIC_ADVICE =
  '這個瀏覽器讀不出 HEIC。請用 iPhone 或 Mac 的 Safari 上傳，或在 iPhone 的「設定 → 相機 → 格式」選「最相容」再拍。'

const TAKES = 'image/jpeg,image/png,image/webp,image/avif,image/heic,image/heif'

// Safari reads what an iPhone takes; the shop gets a JPEG of it.
async function asJpeg(file: File): Promise<Blob> {
  const picture = await createImageBitmap(file)
  const canvas = new OffscreenCanvas(picture.width, picture.height)
  canvas.getContext('2d')?.drawImage(picture, 0, 0)
  return canvas.convertToBlob({ type: 'image/jpeg', quality: 0.95 })
}

async function readable(file: File): Promise<Blob | undefined> {
  if (!HEIC.test(file.type) && !HEIC.test(file.name)) return file
  return asJpeg(file).catch(() => undefined)
}

async function send(name: string, body: Blob): Promise<unknown> {
  const response = await fetch(`/api/owner-picture?name=${encodeURIComponent(name)}`, {
    method: 'POST',
    headers: { 'content-type': 'application/octet-stream' },
    body,
  })
  return response.json().catch(() => undefined)
}

// Upright for goods and for the phone's opening picture, wide and large for the home page, wide elsewhere.
function folderFor(path: string, id: string): 'products' | 'blog' | 'site' {
  if (/^(?:products|garments)\//.test(path) || id.endsWith('-phone')) return 'products'
  return path === 'info/home.md' ? 'site' : 'blog'
}

type Upload = {
  readonly state: 'idle' | 'busy' | 'done'
  readonly problem?: string
}

// A photograph is cropped and held at once; the file that shows it saves it.
function useUpload(id: string, onDone: (src: string, photo: Blob) => void) {
  const { path, addPictures } = useEditorScope()
  const [upload, setUpload] = useState<Upload>({ state: 'idle' })
  const refuse = (problem: string) => setUpload({ state: 'idle', problem })
  const take = async ({ target }: ChangeEvent<HTMLInputElement>) => {
    const [file] = target.files ?? []
    if (!file) return
    setUpload({ state: 'busy' })
    const body = await readable(file)
    if (!body) return refuse(HEIC_ADVICE)
    const name = path.replace(/^\w+\/|\.md$/g, '')
    const answer = await send(`${folderFor(path, id)}/${name}`, body).catch(() => undefined)
    // The same photograph may be chosen again after a refusal.
    target.value = ''
    if (!isPictureAnswer(answer)) return refuse(uploadFailure(answer))
    addPictures(answer.data.files)
    onDone(answer.data.src, body)
    setUpload({ state: 'done' })
  }
  return { ...upload, take }
}

const STATES: Readonly<Record<Upload['state'], string>> = {
  idle: '',
  busy: '上傳中…',
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
  onDone: (src: string, photo: Blob) => void
}) {
  const { state, problem, take } = useUpload(id, onDone)
  return (
    <div>
      <TextField
        id={`${id}-file`}
        type="file"
        label={label}
        accept={TAKES}
        error={problem}
        disabled={state === 'busy'}
        onChange={(event) => void take(event)}
      />
      <output className={styles.upload}>{STATES[state]}</output>
    </div>
  )
}

// A picture that the shop does not have yet is not shown.
function Thumbnail({ shown }: { shown: string }) {
  const [isGone, setGone] = useState(false)
  return (
    <picture hidden={isGone}>
      <img
        className={styles.thumbnail}
        src={shown}
        alt=""
        loading="lazy"
        onError={() => setGone(true)}
      />
    </picture>
  )
}

/** The path of a picture, with the picture, and the choice of another that fills in its path. */
export function PictureInput({ id, label, value, isRequired = false, onChange }: Input) {
  const { errors } = useEditorScope()
  // One that is not deployed yet is shown from the browser's own memory.
  const [photo, setPhoto] = useState({ src: '', url: '' })
  const src = textOf(value)
  const shown = photo.src === src ? photo.url : pictureUrl(src, 192)
  return (
    <div className={styles.picture}>
      {src.startsWith('/images/') ? <Thumbnail key={shown} shown={shown} /> : null}
      <TextField
        id={id}
        label={label}
        optional={!isRequired}
        maxLength={300}
        value={src}
        error={errors[id]}
        onChange={({ target }) => onChange(target.value)}
      />
      <PictureChoice
        id={id}
        label="上傳照片"
        onDone={(to, body) => {
          URL.revokeObjectURL(photo.url)
          setPhoto({ src: to, url: URL.createObjectURL(body) })
          onChange(to)
        }}
      />
    </div>
  )
}
