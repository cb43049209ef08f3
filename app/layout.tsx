import './globals.css'

import type { Metadata, Viewport } from 'next'
import type { ReactNode } from 'react'

import { CartProvider } from '#components/cart/cart-provider.tsx'
import { ConsentHost } from '#components/consent/consent-host.tsx'
import { BottomBar } from '#components/layout/bottom-bar.tsx'
import { ConsentScript } from '#components/layout/consent-script.tsx'
import { footerLinks } from '#components/layout/footer-links.ts'
import { LanguageScript } from '#components/layout/language-script.tsx'
import { CarriedCode } from '#components/layout/link-code.tsx'
import { NavigationEffects } from '#components/layout/navigation-effects.tsx'
import { PageFrame } from '#components/layout/page-frame.tsx'
import { SiteFooter } from '#components/layout/site-footer.tsx'
import { SiteHeader } from '#components/layout/site-header.tsx'
import { IconLines } from '#components/ui/icon.tsx'
import { ShopUpdated } from '#components/ui/shop-updated.tsx'
import { ToastHost } from '#components/ui/toast-host.tsx'
import { BRAND, LANGUAGE, TAGLINE } from '#lib/company/company.ts'
import { COMPANY, sellerFacts, SUPPORT_HOURS } from '#lib/company/trade.ts'
import { ANALYTICS } from '#lib/consent/analytics.ts'
import { findContactPage, findInfoPages } from '#lib/content/find-pages.ts'
import { findCategoriesOnSale } from '#lib/product/categories.ts'
import { SITE_URL } from '#lib/routes/site-url.ts'

// Pages are not indexed unless they say so.
export const metadata: Metadata = {
  metadataBase: new URL(SITE_URL),
  title: { default: `${BRAND}｜${TAGLINE}`, template: `%s｜${BRAND}` },
  robots: { index: false, follow: true },
  // Phones that make links of numbers and dates would change the page before React takes it over.
  formatDetection: { telephone: false, date: false, address: false, email: false },
}

export const viewport: Viewport = { themeColor: '#faf8f4', viewportFit: 'cover' }

export default async function RootLayout({ children }: { children: ReactNode }) {
  const [categories, pages, contact] = await Promise.all([
    findCategoriesOnSale(),
    findInfoPages(),
    findContactPage(),
  ])
  const facts = sellerFacts().map(([name, value]) => `｜${name} ${value}`)
  const seller = `© ${COMPANY}${facts.join('')}`
  return (
    <html lang={LANGUAGE} suppressHydrationWarning>
      <body>
        <IconLines />
        <a className="skip-link" href="#main">
          跳到主要內容
        </a>
        <CartProvider>
          <PageFrame
            above={
              <>
                <ConsentScript />
                <ConsentHost analytics={ANALYTICS} />
                <SiteHeader categories={categories.map(({ slug, label }) => ({ slug, label }))} />
              </>
            }
            below={
              <>
                <SiteFooter
                  groups={footerLinks(categories, pages)}
                  social={contact.social}
                  hours={SUPPORT_HOURS}
                  seller={seller}
                />
                <NavigationEffects />
                <CarriedCode />
                <BottomBar />
                {/* Not on the owner's pages, whose policy lets no browser create a script. */}
                <LanguageScript />
              </>
            }
          >
            {children}
          </PageFrame>
          <ToastHost />
          <ShopUpdated />
        </CartProvider>
      </body>
    </html>
  )
}
