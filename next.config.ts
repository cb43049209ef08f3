import type { NextConfig } from 'next'

const config: NextConfig = {
  typedRoutes: false,
  poweredByHeader: false,
  reactStrictMode: true,
  turbopack: { root: import.meta.dirname },
  images: {
    formats: ['image/avif', 'image/webp'],
    // One quality and few widths: every picture of the shop is made once for each and kept.
    qualities: [60],
    deviceSizes: [640, 828, 1080, 1440, 1920],
    imageSizes: [96, 192, 384],
    localPatterns: [{ pathname: '/images/**', search: '' }],
    minimumCacheTTL: 31_536_000,
  },
  experimental: { serverActions: { bodySizeLimit: '64kb' } },
}

export default config
