'use client'
import { useEffect, useState } from 'react'

import { showOutcome } from '#components/owner/form/outcome.tsx'
import { failureText } from '#components/owner/form/owner-failure.ts'
import styles from '#components/owner/owner.module.css'
import { completeProof } from '#components/owner/proof/with-proof.ts'
import { ErrorSummary, type Problems } from '#components/ui/error-summary.tsx'
import { saveFile } from '#components/ui/save-file.ts'
import { type BookKind, bookPath, OWNER_PATHS } from '#lib/routes/owner-paths.ts'

const MISSING = {
  proof: failureText({ code: 'proof-needed' }),
  gone: '未下載：登入已超過 12 小時，或已登出。請重新登入後再下載。',
  failed: '檔案下載失敗，請稍後再試。',
} as const

type Book = { readonly kind: BookKind; readonly period: string }

const KINDS = [
  ['money', '收支'],
  ['orders', '訂單'],
  ['creators', '創作者分潤'],
] as const satisfies readonly (readonly [BookKind, string])[]

/** A file of the books, or why it did not come. A file that breaks off is none. */
async function fetchBook({ kind, period }: Book): Promise<Blob | keyof typeof MISSING> {
  try {
    const response = await fetch(bookPath(kind, period), { redirect: 'manual', cache: 'no-store' })
    if (response.type === 'opaqueredirect') return 'proof'
    if (response.status === 404) return 'gone'
    const isFile = response.headers.get('content-disposition')?.startsWith('attachment') === true
    return response.ok && isFile ? await response.blob() : 'failed'
  } catch {
    return 'failed'
  }
}

function useDownload() {
  const [problems, setProblems] = useState<Problems | null>(null)
  const [busy, setBusy] = useState(false)
  const download = async (book: Book) => {
    setProblems(null)
    setBusy(true)
    const first = await fetchBook(book)
    const answer = first === 'proof' && (await completeProof()) ? await fetchBook(book) : first
    const { kind, period } = book
    setBusy(false)
    if (!(answer instanceof Blob)) return setProblems({ title: MISSING[answer] })
    saveFile(`${kind}-${period}.csv`, answer)
    showOutcome('已下載。')
  }
  return { problems, busy, download }
}

/**
 * The months' books as files. A file that needs a proof asks for it here; whatever else is
 * answered in its place is said on this page. Without scripts a link opens the answer as a page.
 */
export function BookDownloads({
  months,
  start,
}: {
  months: readonly string[]
  /** The file that was asked for before the proof. */
  start: Book | undefined
}) {
  const { problems, busy, download } = useDownload()
  useEffect(() => {
    // Once: coming back to this page brings no second file.
    if (!start || window.location.search === '') return
    window.history.replaceState(null, '', OWNER_PATHS.books)
    void download(start)
  })
  return (
    <>
      <ErrorSummary problems={problems} />
      <ul className={styles.months} aria-busy={busy}>
        {months.map((month) => {
          const [year, number] = month.split('-').map(Number)
          const name = `${year}年${number}月`
          return (
            <li key={month}>
              <span>{name}</span>
              {KINDS.map(([kind, words]) => (
                <a
                  key={kind}
                  href={bookPath(kind, month)}
                  aria-label={`${name}${words}`}
                  onClick={(event) => {
                    event.preventDefault()
                    if (!busy) void download({ kind, period: month })
                  }}
                >
                  {words}
                </a>
              ))}
            </li>
          )
        })}
      </ul>
    </>
  )
}
