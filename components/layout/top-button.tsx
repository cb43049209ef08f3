'use client'
import { Icon } from '#components/ui/icon.tsx'
import styles from './top-button.module.css'

/** Leads back to the top of a page. */
export function TopButton() {
  return (
    <button
      type="button"
      data-to-top
      className={styles.top}
      onClick={() => {
        const calm = matchMedia('(prefers-reduced-motion: reduce)').matches
        window.scrollTo({ top: 0, behavior: calm ? 'instant' : 'smooth' })
      }}
    >
      <Icon name="up" label="回到頁面頂端" />
    </button>
  )
}
