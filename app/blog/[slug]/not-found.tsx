import { MissingPage } from '#components/site/missing-page.tsx'
import { PATHS } from '#lib/site/paths.ts'

export default function ArticleNotFound() {
  return (
    <MissingPage
      title="文章不存在"
      text="這篇文章不存在，或已經移走。三秒後帶您回到文章列表。"
      back={{ path: PATHS.blog, label: '回到文章列表' }}
      movesOn
    />
  )
}
