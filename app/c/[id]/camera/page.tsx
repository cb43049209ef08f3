import './camera-page.css'

import type { Metadata } from 'next'
import { notFound } from 'next/navigation'

import { Camera } from '#components/camera/camera.tsx'
import { findGarment, findPlannedGarments } from '#lib/garment/find-garments.ts'
import { findMotif } from '#lib/garment/motif.ts'
import type { MotifName } from '#lib/product/product.ts'
import { cameraPath, garmentPath } from '#lib/routes/paths.ts'
import { absoluteUrl } from '#lib/routes/site-url.ts'

type Props = { params: Promise<{ id: string }> }

// A style comes into the shop by the clock, as its garment page does.
export const revalidate = 3600
export const dynamicParams = false

const HINTS: Readonly<Record<MotifName, string>> = {
  ridge: '山只畫了一半。找一段天際線，把它接下去。',
  circle: '圓沒有闔上。用手、杯緣或路口的轉角，把它接起來。',
}
const PLAIN_HINT = '拍下眼前的樣子，放上貼圖，做一張自己的。'

export async function generateStaticParams() {
  const garments = await findPlannedGarments()
  return garments.map(({ id }) => ({ id }))
}

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const garment = await findGarment((await params).id)
  if (!garment) return {}
  const { id, title } = garment
  return {
    title: `${title}的相機`,
    description: `用相機或照片，把${title}胸前的圖畫完。一切都在您的裝置裡，不會上傳。`,
    alternates: { canonical: cameraPath(id) },
  }
}

export default async function CameraPage({ params }: Props) {
  const garment = await findGarment((await params).id)
  if (!garment) notFound()
  const { id, title, motif } = garment
  const style = {
    id,
    title,
    address: absoluteUrl(garmentPath(id)),
    motif: motif === undefined ? undefined : findMotif(motif),
    motifName: motif,
  }
  return (
    <>
      <Camera
        style={style}
        hint={motif === undefined ? PLAIN_HINT : HINTS[motif]}
        back={garmentPath(id)}
      />
      <noscript>
        <p className="page">
          這台相機需要 JavaScript。請在瀏覽器的設定裡打開它，再重新整理這一頁。
        </p>
      </noscript>
    </>
  )
}
