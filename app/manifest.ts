import type { MetadataRoute } from 'next'

import { BRAND, LANGUAGE, TAGLINE } from '#lib/company/company.ts'
import { PATHS } from '#lib/routes/paths.ts'

export default function manifest(): MetadataRoute.Manifest {
  return {
    name: BRAND,
    short_name: 'OURTEE',
    description: TAGLINE,
    lang: LANGUAGE,
    start_url: PATHS.home,
    display: 'minimal-ui',
    background_color: '#faf8f4',
    theme_color: '#faf8f4',
    icons: [
      { src: '/icon-192.png', sizes: '192x192', type: 'image/png' },
      { src: '/icon-512.png', sizes: '512x512', type: 'image/png' },
      { src: '/icon-512.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' },
    ],
  }
}
