import { JoinForm } from '#components/join/join-form.tsx'
import styles from '#components/join/join.module.css'
import { indexedMetadata, SHARE_PICTURE } from '#components/seo/page-metadata.tsx'
import { Headings } from '#components/ui/headings.tsx'
import { PageHead } from '#components/ui/page-head.tsx'
import { findJoinPage } from '#lib/content/find-pages.ts'
import { PATHS } from '#lib/routes/paths.ts'
import { headingsIn } from '#lib/type/heading-face.ts'
import { sendApplicationAction } from './actions.ts'

export async function generateMetadata() {
  const { title, description } = await findJoinPage()
  return indexedMetadata({ title, description, path: PATHS.join, image: SHARE_PICTURE })
}

export default async function JoinRoute() {
  const { title, description, html } = await findJoinPage()
  return (
    <Headings texts={[title, ...headingsIn(html)]}>
      <div className="page">
        <PageHead title={title} text={description} />
        <div className={styles.body}>
          <div>
            <JoinForm send={sendApplicationAction} />
          </div>
          <div className="prose" dangerouslySetInnerHTML={{ __html: html }} />
        </div>
      </div>
    </Headings>
  )
}
