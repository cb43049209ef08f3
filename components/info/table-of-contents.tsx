import type { Section } from '#lib/content/sections.ts'
import styles from './table-of-contents.module.css'

const FEWEST = 4

/** The sections of a long page, beside it in a wide window; a short page has none. */
export function TableOfContents({ sections }: { sections: readonly Section[] }) {
  const main = sections.filter(({ level }) => level === 2)
  const shown = main.length < FEWEST ? sections : main
  if (shown.length < FEWEST) return null
  return (
    <nav className={styles.contents} aria-label="本頁內容">
      <ol className="plain-list">
        {shown.map(({ id, title, level }) => (
          <li key={id} data-level={level}>
            <a href={`#${id}`}>{title}</a>
          </li>
        ))}
      </ol>
    </nav>
  )
}
