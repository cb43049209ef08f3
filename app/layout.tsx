import './globals.css'

import type { Metadata, Viewport } from 'next'
import type { ReactNode } from 'react'

import { CartProvider } from '#components/cart/cart-provider.tsx'
import { ToastHost } from '#components/ui/toast-host.tsx'
import { BRAND, LANGUAGE, TAGLINE } from '#lib/site/site.ts'
import { SITE_URL } from '#lib/site/site-url.ts'

export const metadata: Metadata = {
  metadataBase: new URL(SITE_URL),
  title: { default: `${BRAND}｜${TAGLINE}`, template: `%s｜${BRAND}` },
  robots: { index: false },
}

export const viewport: Viewport = { themeColor: '#faf8f4' }

export default function RootLayout({ children }: { children: ReactNode }) {
  return (
    <html lang={LANGUAGE}>
      <body>
        <CartProvider>
          <main id="main">{children}</main>
          <ToastHost />
        </CartProvider>
      </body>
    </html>
  )
}
