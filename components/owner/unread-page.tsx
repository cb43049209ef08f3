'use client'

import { usePathname, useSearchParams } from 'next/navigation'

import { FailureReference } from '#components/failure/failure-reference.tsx'

/** What stands in place of a page of the owner's whose data can't be read now. */
export function UnreadPage({ reference }: { reference: string | undefined }) {
  const path = usePathname()
  const query = useSearchParams().toString()
  return (
    <section aria-label="無法載入資料">
      <p role="alert">
        <strong>目前無法載入這一頁的資料，可能是資料庫太忙或連線中斷。</strong>
        訂單和款項都還在，資料未變更。請稍後再試。
      </p>
      <FailureReference code={reference} />
      <p>
        <a href={query === '' ? path : `${path}?${query}`}>再試一次</a>
      </p>
    </section>
  )
}
