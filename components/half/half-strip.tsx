import { Link } from '#components/ui/link.tsx'
import { motifSheet } from '#lib/half/half-drawing.ts'
import { namedAfter } from '#lib/half/half-name.ts'
import type { ShownHalf } from '#lib/half/shown-halves.ts'
import { halfDrawingPath, halfPagePath, PATHS } from '#lib/routes/paths.ts'
import styles from './half-strip.module.css'

/** The heading of a strip. */
export const STRIP_TITLE = '大家的另一半'

/** A few halves in a row, below the fold: their drawings come when they are scrolled to. Renders nothing while none are shown. */
export function HalfStrip({
  halves,
  className = '',
}: {
  halves: readonly ShownHalf[]
  className?: string
}) {
  if (halves.length === 0) return null
  return (
    <section className={`${className} ${styles.strip}`} aria-labelledby="halves">
      <h2 id="halves">{STRIP_TITLE}</h2>
      <ul className={`plain-list ${styles.halves}`}>
        {halves.map(({ id, motif, name }) => (
          <li key={id}>
            <Link className={styles.half} href={halfPagePath(id)} prefetch={false}>
              <picture>
                <img
                  {...motifSheet(motif)}
                  src={halfDrawingPath(id)}
                  alt={`${namedAfter(name)}的另一半`}
                  loading="lazy"
                  decoding="async"
                />
              </picture>
            </Link>
          </li>
        ))}
      </ul>
      <p>
        <Link href={PATHS.halves}>看全部</Link>
      </p>
    </section>
  )
}
