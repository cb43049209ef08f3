'use client'

import { type ReactNode, useEffect, useRef, useState } from 'react'

import { TOO_OFTEN } from '#components/failure/messages.ts'
import { Button } from '#components/ui/button.tsx'
import { callAction } from '#components/ui/call-action.ts'
import { useComposedText } from '#components/ui/use-composed-text.ts'
import { matchesSearch } from '#lib/blog/article-search.ts'
import grid from './article-card.module.css'
import styles from './article-search.module.css'

type ListedArticle = { readonly slug: string; readonly card: ReactNode }

/** An article of the list: what is searched of it, and its card, already drawn. */
export type SearchEntry = ListedArticle & { readonly text: string }

/** Result of a search of all articles: the count and the first cards. */
export type SearchAnswer = { readonly count: number; readonly cards: readonly ListedArticle[] }

/** The articles beyond this page: how many there are in all, and how they are searched. */
export type Elsewhere = {
  readonly count: number
  /** Answers null when there are too many searches at the moment. */
  readonly search: (typed: string) => Promise<SearchAnswer | null>
}

const PAUSE = 200
const FAILED = '連線不穩，只搜尋了這一頁：'

/** Matching entries; asks the server after a pause in typing when there are more than these. */
function useFound(
  typed: string,
  entries: readonly SearchEntry[],
  elsewhere: Elsewhere | undefined,
): { found: SearchAnswer; failure: string } {
  const [answer, setAnswer] = useState<SearchAnswer | string>()
  const here = entries.filter(({ text }) => matchesSearch(text, typed))
  const search = elsewhere && typed.trim() !== '' ? elsewhere.search : undefined
  useEffect(() => {
    if (!search) return undefined
    let isCurrent = true
    const timer = setTimeout(() => {
      callAction(search, typed).then(
        (found) => isCurrent && setAnswer(found ?? TOO_OFTEN),
        () => isCurrent && setAnswer(FAILED),
      )
    }, PAUSE)
    return () => {
      isCurrent = false
      clearTimeout(timer)
    }
  }, [search, typed])
  if (!search) {
    return { found: { count: elsewhere?.count ?? here.length, cards: here }, failure: '' }
  }
  if (typeof answer === 'object') return { found: answer, failure: '' }
  return { found: { count: here.length, cards: here }, failure: answer ?? '' }
}

/** The list of articles with live search; complete without script. */
export function ArticleSearch({
  entries,
  elsewhere,
  children,
}: {
  entries: readonly SearchEntry[]
  elsewhere?: Elsewhere
  children?: ReactNode
}) {
  const [searched, setSearched] = useState('')
  const field = useComposedText(searched, setSearched)
  const input = useRef<HTMLInputElement>(null)
  const { found, failure } = useFound(searched, entries, elsewhere)
  if (entries.length === 0) return <p className={styles.empty}>尚未發布任何文章</p>

  // The button goes with the empty list, and the focus would go with it.
  function clear(): void {
    setSearched('')
    input.current?.focus()
  }

  return (
    <>
      <div className={styles.bar}>
        <input
          ref={input}
          className={styles.input}
          type="search"
          aria-label="搜尋文章"
          placeholder="搜尋標題、摘要或標籤"
          maxLength={100}
          {...field}
        />
        <output className={styles.count}>{`${failure}共 ${found.count} 篇文章`}</output>
      </div>
      {found.count === 0 ? (
        <div className={styles.empty}>
          <p>找不到符合條件的文章</p>
          <Button onClick={clear}>清除搜尋</Button>
        </div>
      ) : (
        <ul className={`plain-list ${grid.grid}`}>
          {found.cards.map(({ slug, card }) => (
            <li key={slug}>{card}</li>
          ))}
        </ul>
      )}
      {field.value.trim() === '' ? children : null}
    </>
  )
}
