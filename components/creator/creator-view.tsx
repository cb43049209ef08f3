import 'server-only'

import { MotifDrawing } from '#components/garment/motif-drawing.tsx'
import { HalfStrip, STRIP_TITLE } from '#components/half/half-strip.tsx'
import { ButtonLink } from '#components/ui/button.tsx'
import { Link } from '#components/ui/link.tsx'
import { PageHead } from '#components/ui/page-head.tsx'
import { Picture } from '#components/ui/picture.tsx'
import type { Article } from '#lib/blog/article.ts'
import { type Creator, CREATOR_KINDS } from '#lib/creator/creator.ts'
import type { Garment } from '#lib/garment/garment.ts'
import { newestHalves } from '#lib/half/shown-halves.ts'
import { articlePath, garmentPath, PATHS } from '#lib/routes/paths.ts'
import { noBreak } from '#lib/text/no-break.ts'
import styles from './creator-view.module.css'

function Works({ garments }: { garments: readonly Garment[] }) {
  if (garments.length === 0) return null
  return (
    <section className={styles.section}>
      <h2>{CREATOR_HEADINGS[0]}</h2>
      <ul className={`plain-list ${styles.works}`}>
        {garments.map(({ id, title, motif, image }) => (
          <li key={id}>
            <Link className={styles.work} href={garmentPath(id)}>
              <span className={styles.cloth}>
                {motif ? (
                  <MotifDrawing name={motif} />
                ) : (
                  <Picture {...image} width={160} height={200} />
                )}
              </span>
              {noBreak(title)}
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}

function Articles({ articles }: { articles: readonly Article[] }) {
  if (articles.length === 0) return null
  return (
    <section className={styles.section}>
      <h2>{CREATOR_HEADINGS[1]}</h2>
      <ul className={styles.articles}>
        {articles.map(({ slug, title }) => (
          <li key={slug}>
            <Link href={articlePath(slug)}>{title}</Link>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** The headings of a creator's page beside those of its own words. */
export const CREATOR_HEADINGS = ['畫在這些衣服上', '寫到它們的文章', '下一筆', STRIP_TITLE] as const

/** The page of a creator: words, facts, garments, articles, and the way to join. */
export function CreatorView({
  creator,
  garments,
  articles,
}: {
  creator: Creator
  garments: readonly Garment[]
  articles: readonly Article[]
}) {
  const { name, kind, description, portrait, where, links, licence, html } = creator
  return (
    <article className={`page ${styles.view}`}>
      <PageHead title={name} text={description} />
      <div className={styles.body}>
        {portrait ? (
          <Picture {...portrait} width={480} height={600} className={styles.portrait} />
        ) : null}
        <div className="prose" dangerouslySetInnerHTML={{ __html: html }} />
        <dl className={styles.facts}>
          <div>
            <dt>身分</dt>
            <dd>{CREATOR_KINDS[kind]}</dd>
          </div>
          {where === undefined ? null : (
            <div>
              <dt>在哪裡</dt>
              <dd>{where}</dd>
            </div>
          )}
          {links.length === 0 ? null : (
            <div>
              <dt>別處</dt>
              <dd>
                {links.map(({ name: label, href }) => (
                  <a key={href} href={href} rel="noopener">
                    {label}
                  </a>
                ))}
              </dd>
            </div>
          )}
          <div>
            <dt>圖的授權</dt>
            <dd>{licence}</dd>
          </div>
        </dl>
      </div>
      <Works garments={garments} />
      <Articles articles={articles} />
      <HalfStrip halves={newestHalves(garments.flatMap(({ motif }) => motif ?? []))} />
      <section className={styles.section}>
        <h2>{CREATOR_HEADINGS[2]}</h2>
        <p className={styles.join}>想把自己的作品放進一件衣服裡？</p>
        <ButtonLink href={PATHS.join}>告訴我們</ButtonLink>
      </section>
    </article>
  )
}
