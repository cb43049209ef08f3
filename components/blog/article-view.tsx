import { ListedCard } from '#components/product/listed-card.tsx'
import { Link } from '#components/ui/link.tsx'
import { Picture } from '#components/ui/picture.tsx'
import type { Article } from '#lib/blog/article.ts'
import type { Product } from '#lib/product/product.ts'
import { articlePath, PATHS } from '#lib/routes/paths.ts'
import { formatDay } from '#lib/time/taipei-time.ts'
import styles from './article-view.module.css'
import { Tags } from './tags.tsx'

function Neighbour({ article, label }: { article: Article | undefined; label: string }) {
  if (!article) return <span />
  return (
    <Link className={styles.neighbour} href={articlePath(article.slug)}>
      <span className={styles.soft}>{label}</span>
      {article.title}
    </Link>
  )
}

/** An article: cover, author, date, description, body, tags and a shirt, which a wide window shows beside it, and the articles before and after it. */
export function ArticleView({
  article,
  shirt,
  previous,
  next,
}: {
  article: Article
  shirt: Product | undefined
  previous: Article | undefined
  next: Article | undefined
}) {
  return (
    <article className={styles.article}>
      <div className={styles.opening}>
        <header className={styles.head}>
          <h1>{article.title}</h1>
          <p className={styles.soft}>
            {article.author}　<time dateTime={article.date}>{formatDay(article.date)}</time>
            {article.updated === undefined ? null : (
              <>
                　更新於 <time dateTime={article.updated}>{formatDay(article.updated)}</time>
              </>
            )}
          </p>
          {article.description === undefined ? null : (
            <p className={styles.description}>{article.description}</p>
          )}
        </header>
        <Picture
          {...article.cover}
          width={1600}
          height={1000}
          sizes="(min-width: 1376px) 837px, (min-width: 900px) 60vw, 94vw"
          priority
          className={styles.cover}
        />
      </div>
      <div className={styles.reading}>
        <div className={styles.body}>
          <div className="prose" dangerouslySetInnerHTML={{ __html: article.html }} />
        </div>
        <div className={styles.beside}>
          <Tags tags={article.tags} />
          {shirt ? (
            <section className={styles.shirt} aria-label="文章裡的衣服">
              <ListedCard product={shirt} heading="h2" />
            </section>
          ) : null}
        </div>
        <div className={styles.onward}>
          <nav className={styles.neighbours} aria-label="其他文章">
            <Neighbour article={previous} label="上一篇" />
            <Neighbour article={next} label="下一篇" />
          </nav>
          <p className={styles.all}>
            <Link href={PATHS.blog}>所有文章</Link>
          </p>
        </div>
      </div>
    </article>
  )
}
