import { ButtonLink } from '#components/ui/button.tsx'
import { Link } from '#components/ui/link.tsx'
import { PageHead } from '#components/ui/page-head.tsx'
import { PageLinks } from '#components/ui/page-links.tsx'
import { UnfinishedLine } from '#components/ui/unfinished-line.tsx'
import { namedAfter } from '#lib/half/half-name.ts'
import type { ShownHalf } from '#lib/half/shown-halves.ts'
import { pagePath, type PageOf } from '#lib/routes/paging.ts'
import { halfPagePath, PATHS } from '#lib/routes/paths.ts'
import { HalfFigure, MotifLines } from './half-figure.tsx'
import styles from './halves-view.module.css'

/** Title and words of the page of all halves. */
export const HALVES_TITLE = '另一半'
export const HALVES_TEXT = '線停在半空，是留給你的。這裡是大家接下去的樣子。'

/** A page of the halves that are shown, newest first. */
export function HalvesView({ items, page, pages }: PageOf<ShownHalf>) {
  return (
    <div className="page">
      <PageHead title={HALVES_TITLE} text={HALVES_TEXT} />
      <div className={styles.body}>
        {items.length === 0 ? (
          <div className={styles.empty}>
            <UnfinishedLine />
            <p>還沒有人掛上來，第一筆等你。</p>
          </div>
        ) : (
          <>
            <MotifLines motifs={items.map(({ motif }) => motif)} />
            <ul className={`plain-list ${styles.halves}`}>
              {items.map((half) => (
                <li key={half.id}>
                  <Link className={styles.half} href={halfPagePath(half.id)} prefetch={false}>
                    <HalfFigure drawn={half} />
                    <span className={styles.name}>{namedAfter(half.name)}</span>
                  </Link>
                </li>
              ))}
            </ul>
          </>
        )}
        <PageLinks
          label="另一半分頁"
          page={page}
          pages={pages}
          prefetch={false}
          hrefOf={(other) => pagePath(PATHS.halves, other)}
        />
        <p className={styles.action}>
          <ButtonLink variant="primary" href={PATHS.home}>
            畫你的另一半
          </ButtonLink>
        </p>
      </div>
    </div>
  )
}
