import type { Metadata } from 'next'

import { readOrSay } from '#app/owner/read-or-say.tsx'
import { DiscountReport } from '#components/owner/discounts/discount-report.tsx'
import { DiscountsView } from '#components/owner/discounts/discounts-view.tsx'
import { OwnerPage } from '#components/owner/owner-page.tsx'
import { readWebConfig } from '#lib/account/session.ts'
import { findCreators } from '#lib/creator/creator.ts'
import { typedCode } from '#lib/discount/code-form.ts'
import { findStyleCreators } from '#lib/garment/find-garments.ts'
import { proofOf, requireOwner } from '#lib/owner/access.ts'
import { readCodeReport } from '#lib/owner/code-report.ts'
import { listCodes } from '#lib/owner/list-codes.ts'
import { findProducts } from '#lib/product/find-products.ts'
import { OWNER_PATHS } from '#lib/routes/owner-paths.ts'
import type { Query } from '#lib/routes/paging.ts'
import { SITE_URL } from '#lib/routes/site-url.ts'
import { makeCodeAction, pauseCodeAction } from './actions.ts'

export const metadata: Metadata = { title: '折扣碼', robots: { index: false, follow: false } }

// A page is made anew for each request.
function present(): Date {
  return new Date()
}

export default readOrSay(
  { title: '折扣碼', here: OWNER_PATHS.discounts },
  async function DiscountsPage({ searchParams }: { searchParams: Query }) {
    const owner = await requireOwner()
    const { code } = await searchParams
    const name = typeof code === 'string' ? typedCode(code) : undefined
    const [products, creators, config] = await Promise.all([
      findProducts(),
      findCreators(),
      readWebConfig(),
    ])
    const shared = {
      now: present(),
      config,
      proof: proofOf(owner),
      products: products.map(({ id, title }) => ({ id, title })),
      creators: creators.map(({ slug, name: title }) => ({ id: slug, title })),
    }
    const report =
      name === undefined ? undefined : await readCodeReport(name, await findStyleCreators())
    return (
      <OwnerPage
        title={report ? `折扣碼 ${report.code.code}` : '折扣碼'}
        here={OWNER_PATHS.discounts}
      >
        {report ? (
          <DiscountReport
            {...shared}
            report={report}
            link={`${SITE_URL}/?code=${report.code.code}`}
            pause={pauseCodeAction}
          />
        ) : (
          <DiscountsView {...shared} codes={await listCodes()} make={makeCodeAction} />
        )}
      </OwnerPage>
    )
  },
)
