import styles from './tags.module.css'

/** Tags as text; beyond `most` only how many more there are. */
export function Tags({ tags, most = tags.length }: { tags: readonly string[]; most?: number }) {
  if (tags.length === 0) return null
  const more = tags.length - most
  return (
    <ul className={`plain-list ${styles.tags}`} aria-label="標籤">
      {tags.slice(0, most).map((tag) => (
        <li key={tag}>{tag}</li>
      ))}
      {more > 0 ? (
        <li>
          +{more}
          <span className="visually-hidden"> 個標籤</span>
        </li>
      ) : null}
    </ul>
  )
}
