'use client'

import { useEffect, useState } from 'react'

import { ErrorSummary, type Problems } from '#components/ui/error-summary.tsx'
import { bookPath, bookStartPath, OWNER_PATHS, proofPath } from '#lib/routes/owner-paths.ts'

import { showOutcome } from './outcome.tsx'
import styles from './owner.module.css'
import { saveFile } from './save-file.ts'

const GONE = '沒有下載：登入已超過 12 小時，或已經登出。請重新登入後再下載。'
const FAILED = '檔案沒有下載成功，請稍後再試。'

type BookKind = 'money' | 'orders'
type Book = { readonly kind: BookKind; readonly month: string }

const KINDS = [
  ['money', '收支'],
  ['orders', '訂單'],
] as const satisfies readonly (readonly [BookKind, string])[]

/** A file of the books, or why it did not come. A file that breaks off is none. */
async function fetchBook({ kind, month }: Book): Promise<Blob | 'proof' | 'gone' | 'failed'> {
  try {
    const response = await fetch(bookPath(kind, month), { redirect: 'manual', cache: 'no-store' })
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
    const answer = await fetchBook(book)
    const { kind, month } = book
    if (answer === 'proof') return window.location.assign(proofPath(bookStartPath(kind, month)))
    setBusy(false)
    if (answer === 'gone' || answer === 'failed') {
      return setProblems({ title: answer === 'gone' ? GONE : FAILED })
    }
    saveFile(`${kind}-${month}.csv`, answer)
    showOutcome('已下載。')
  }
  return { problems, busy, download }
}

/**
 * The months' books as files. A file that asks for a proof first comes after it; whatever else is
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
                    if (!busy) void download({ kind, month })
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
