import type { Metadata } from 'next'

import { OwnerPage } from '#components/owner/owner-page.tsx'
import { WriteDownForm } from '#components/owner/write-down-form.tsx'
import { requireOwner } from '#lib/owner/access.ts'
import { OWNER_PATHS } from '#lib/owner/paths.ts'
import { newFormKey } from '#lib/owner/write-down.ts'
import { findProducts } from '#lib/product/find-products.ts'

import { writeDownAction } from './actions.ts'

export const metadata: Metadata = { title: '手動建立訂單', robots: { index: false, follow: false } }

export default async function NewOrderPage() {
  await requireOwner()
  return (
    <OwnerPage title="手動建立訂單" here={OWNER_PATHS.orders}>
      <WriteDownForm
        products={await findProducts()}
        formKey={newFormKey()}
        action={writeDownAction}
      />
    </OwnerPage>
  )
}
