import { ButtonLink } from '#components/ui/button.tsx'
import { Link } from '#components/ui/link.tsx'
import { namedAfter } from '#lib/half/half-name.ts'
import type { ShownHalf } from '#lib/half/shown-halves.ts'
import { garmentPath, PATHS } from '#lib/routes/paths.ts'
import { noBreak } from '#lib/text/no-break.ts'
import { formatDay } from '#lib/time/taipei-time.ts'
import { HalfFigure, MotifLines } from './half-figure.tsx'
import styles from './half-page.module.css'

/** The heading of a half. */
export const halfTitle = ({ name }: Pick<ShownHalf, 'name'>) => `${namedAfter(name)}的另一半`

/** One half in full, with the garment on whose drawing it goes on. */
export function HalfPage({
  half,
  garment,
}: {
  half: ShownHalf
  garment: { readonly id: string; readonly title: string } | undefined
}) {
  return (
    <article className={`page ${styles.page}`}>
      <MotifLines motifs={[half.motif]} />
      <div className={styles.figure} data-motif={half.motif}>
        <HalfFigure drawn={half} />
      </div>
      <div className={styles.words}>
        <h1>{halfTitle(half)}</h1>
        <p className={styles.soft}>
          {garment ? (
            <>
              接在<Link href={garmentPath(garment.id)}>{noBreak(garment.title)}</Link>胸前的線上　
            </>
          ) : null}
          <time dateTime={half.shownAt}>{formatDay(new Date(half.shownAt))}</time>
        </p>
        <p>停在半空的線是我們畫的；接下去的，是另一個人畫的。</p>
        <div className="ways">
          <ButtonLink variant="primary" href={garment ? garmentPath(garment.id) : PATHS.home}>
            畫你的另一半
          </ButtonLink>
          <ButtonLink href={PATHS.halves}>看大家的另一半</ButtonLink>
        </div>
      </div>
    </article>
  )
}
