'use client'

import { type ReactNode, useState } from 'react'

import { Button } from '#components/ui/button.tsx'
import { matchesSearch } from '#lib/blog/article-search.ts'

import grid from './article-card.module.css'
import styles from './article-search.module.css'

/** An article of the list: what is searched of it, and its card, already drawn. */
export type Entry = { readonly slug: string; readonly text: string; readonly card: ReactNode }

/** The list of articles with live search; complete without script (specification 2, /blog). */
export function ArticleSearch({ entries }: { entries: readonly Entry[] }) {
  const [typed, setTyped] = useState('')
  const found = entries.filter(({ text }) => matchesSearch(text, typed))
  if (entries.length === 0) return <p className={styles.empty}>尚未發布任何文章</p>
  return (
    <>
      <div className={styles.bar}>
        <input
          className={styles.input}
          type="search"
          aria-label="搜尋文章"
          placeholder="搜尋標題、摘要或標籤"
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
        />
        <output className={styles.count}>共 {found.length} 篇文章</output>
      </div>
      {found.length === 0 ? (
        <div className={styles.empty}>
          <p>找不到符合條件的文章</p>
          <Button onClick={() => setTyped('')}>清除搜尋</Button>
        </div>
      ) : (
        <ul className={`plain-list ${grid.grid}`}>
          {found.map(({ slug, card }) => (
            <li key={slug}>{card}</li>
          ))}
        </ul>
      )}
    </>
  )
}
