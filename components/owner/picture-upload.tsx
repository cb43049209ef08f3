'use client'

import { isText, isTrueOrFalse, oneOf, withFields } from '#lib/text/json-shape.ts'
import { failureText, type OwnerFailure } from './messages.ts'
import { cleanMarkup } from '#lib/content-editor/labels.ts'
import { useState } from 'react'
import { Button } from '#components/ui/button.tsx'
import { ErrorSummary, type Problems } from '#components/ui/error-summary.tsx'
import { SelectField, TextField } from '#components/ui/field.tsx'
import { useSubmit } from '#components/ui/use-submit.ts'
import { showOutcome } from './outcome.tsx'
import styles from './owner.module.css'
import { Panel } from './panel.tsx'

const CODES = [
  'picture-unusable',
  'picture-name',
  'saved-meanwhile',
  'host-refused',
  'no-repository',
  'proof-needed',
  'too-often',
  'unavailable',
] as const satisfies readonly OwnerFailure[]

const hasPath = withFields({ ok: isTrueOrFalse, data: isText })
const isFailure = withFields({ code: oneOf(CODES) })
const hasDetail = withFields({ detail: isText })

/** Whether a picture was saved; `data` is the path that content names. */
export function isPictureAnswer(
  answer: unknown,
): answer is { readonly ok: true; readonly data: string } {
  return hasPath(answer) && answer.ok
}

/** Why a picture was not saved, in a sentence. */
export function uploadFailure(answer: unknown): string {
  if (!isFailure(answer)) return failureText({ code: 'away' })
  const { code } = answer
  return failureText({ code, ...(hasDetail(answer) ? { detail: answer.detail } : {}) })
}

type MarkupPolicy = { readonly createHTML: (html: string) => TrustedHTML }

// Optional: not every browser has Trusted Types, and TypeScript lacks the type.
declare const trustedTypes:
  | { createPolicy: (name: 'content-preview', rules: object) => MarkupPolicy }
  | undefined

// One of the policies that the pages of the owner allow (lib/http/security-headers.ts).
const policy: { readonly createHTML: (html: string) => string | TrustedHTML } =
  typeof trustedTypes === 'undefined'
    ? { createHTML: cleanMarkup }
    : trustedTypes.createPolicy('content-preview', { createHTML: cleanMarkup })

/** A text's HTML for `dangerouslySetInnerHTML` on a page with Trusted Types; other markup becomes text. */
export function previewMarkup(html: string): { readonly __html: string | TrustedHTML } {
  return { __html: policy.createHTML(html) }
}

const HEIC = /heic|heif/i

const HEIC_ADVICE =
  '這個瀏覽器讀不出 HEIC。請用 iPhone 或 Mac 的 Safari 上傳，或在 iPhone 的「設定 → 相機 → 格式」選「最相容」再拍。'

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

function useUpload() {
  const [problems, setProblems] = useState<Problems | null>(null)
  const { busy, form } = useSubmit(async (input) => {
    setProblems(null)
    const [file, folder, name] = ['picture', 'folder', 'name'].map((one) => input.get(one))
    if (!(file instanceof File) || file.size === 0) return setProblems({ title: '請選一張照片。' })
    const body = await readable(file)
    if (!body) return setProblems({ title: HEIC_ADVICE })
    const path = [folder, name].filter((one) => typeof one === 'string').join('/')
    const answer = await send(path, body).catch(() => undefined)
    if (!isPictureAnswer(answer)) return setProblems({ title: uploadFailure(answer) })
    showOutcome(`已上傳，圖片路徑是 ${answer.data}`)
  })
  return { problems, busy, form }
}

/** Uploads a photograph: cropped as the shop's pictures are, and saved at once. */
export function PictureUpload() {
  const { problems, busy, form } = useUpload()
  return (
    <Panel title="上傳照片">
      <form {...form} className={styles.form}>
        <ErrorSummary problems={problems} />
        <TextField
          id="picture"
          type="file"
          label="照片"
          accept="image/jpeg,image/png,image/webp,image/avif,image/heic,image/heif"
        />
        <SelectField id="folder" label="用在">
          <option value="products">商品（1600×2000）</option>
          <option value="blog">文章（1600×1000）</option>
          <option value="site">首頁等（2400×1350）</option>
        </SelectField>
        <TextField
          id="name"
          label="檔名"
          hint="小寫英文、數字與 -，例如 otr-002-front"
          autoCapitalize="none"
          autoComplete="off"
          maxLength={60}
        />
        <Button type="submit" pending={busy}>
          {busy ? '上傳中…' : '上傳'}
        </Button>
      </form>
    </Panel>
  )
}
