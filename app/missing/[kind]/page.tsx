import { notFound } from 'next/navigation'

import { MissingItem } from '#components/site/missing-item.tsx'
import { MISSING_KINDS } from '#lib/site/missing.ts'

type Props = { params: Promise<{ kind: string }> }

export const metadata = { title: '找不到頁面' }
export const dynamicParams = false

export function generateStaticParams() {
  return MISSING_KINDS.map((kind) => ({ kind }))
}

// The proxy shows this, with status 404, under the address of what is not there.
export default async function MissingPage({ params }: Props) {
  const { kind } = await params
  const missing = MISSING_KINDS.find((known) => known === kind)
  if (!missing) notFound()
  return <MissingItem missing={missing} />
}
