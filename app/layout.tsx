import './globals.css'

import type { Metadata, Viewport } from 'next'
import type { ReactNode } from 'react'

import { BRAND, LANGUAGE, TAGLINE } from '#lib/site/site.ts'

export const metadata: Metadata = {
  metadataBase: new URL(process.env.NEXT_PUBLIC_SITE_URL ?? 'http://localhost:3000'),
  title: { default: `${BRAND}｜${TAGLINE}`, template: `%s｜${BRAND}` },
}

export const viewport: Viewport = { themeColor: '#faf8f4' }

export default function RootLayout({ children }: { children: ReactNode }) {
  return (
    <html lang={LANGUAGE}>
      <body>{children}</body>
    </html>
  )
}
