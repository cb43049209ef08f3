import { Link } from '#components/ui/link.tsx'
import { Picture } from '#components/ui/picture.tsx'
import type { Article } from '#lib/blog/article.ts'
import { articlePath } from '#lib/routes/paths.ts'
import { formatDay } from '#lib/time/taipei-time.ts'
import articleCardStyles from './article-card.module.css'
import { Tags } from './tags.tsx'

const SHOWN_TAGS = 3

/** An article in a listing, with at most three of its tags. */
export function ArticleCard({
  article,
  heading: Heading,
  priority = false,
}: {
  article: Article
  heading: 'h2' | 'h3'
  priority?: boolean
}) {
  return (
    <article className={articleCardStyles.card}>
      <Picture
        src={article.cover.src}
        alt=""
        width={1600}
        height={1000}
        sizes="(min-width: 1280px) 400px, (min-width: 720px) 31vw, (min-width: 560px) 46vw, 92vw"
        priority={priority}
        className={articleCardStyles.cover}
      />
      <time className={articleCardStyles.date} dateTime={article.date}>
        {formatDay(article.date)}
      </time>
      <Heading className={articleCardStyles.title}>
        <Link className={articleCardStyles.link} href={articlePath(article.slug)}>
          {article.title}
        </Link>
      </Heading>
      <p className={articleCardStyles.excerpt}>{article.excerpt}</p>
      <Tags tags={article.tags} most={SHOWN_TAGS} />
    </article>
  )
}
