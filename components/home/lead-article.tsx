import { Flowing } from '#components/ui/flowing.tsx'
import { Link } from '#components/ui/link.tsx'
import { Picture } from '#components/ui/picture.tsx'
import type { Article } from '#lib/blog/article.ts'
import type { HomePage } from '#lib/content/pages.ts'
import { articlePath } from '#lib/routes/paths.ts'
import { formatDay } from '#lib/time/taipei-time.ts'
import styles from './lead-article.module.css'

/** The newest article in large type, and the way to all of them. */
export function LeadArticle({
  article,
  journal,
}: { article: Article } & Pick<HomePage, 'journal'>) {
  const { slug, title, date, excerpt, cover } = article
  return (
    <section className={`page ${styles.lead}`} aria-labelledby="lead-article">
      <p className={styles.kind}>
        {journal.title}　<time dateTime={date}>{formatDay(date)}</time>
      </p>
      <h2 className={styles.title} id="lead-article">
        <Link href={articlePath(slug)}>{title}</Link>
      </h2>
      <Picture
        {...cover}
        alt=""
        width={1600}
        height={1000}
        sizes="(min-width: 1376px) 747px, (min-width: 900px) 58vw, 94vw"
        className={styles.cover}
      />
      <div className={styles.words}>
        <p>
          <Flowing text={excerpt} />
        </p>
        <p>
          <Link href={journal.action.href}>{journal.action.label}</Link>
        </p>
      </div>
    </section>
  )
}
