import { CopyButton } from '#components/ui/copy-button.tsx'
import type { Shipment } from '#lib/order/shipment.ts'
import { trackingPage } from '#lib/order/tracking-links.ts'

/** A tracking number with a way to copy it and, for a known carrier, its tracking page. */
export function TrackingNumber({ carrier, trackingNumber }: Shipment) {
  const page = trackingPage(carrier, trackingNumber)
  return (
    <>
      <span className="figures">{trackingNumber}</span>{' '}
      <CopyButton text={trackingNumber} name="追蹤編號" />{' '}
      {page === undefined ? null : <a href={page}>到物流公司的網頁查詢</a>}
    </>
  )
}
