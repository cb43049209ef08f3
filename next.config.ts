import type { NextConfig } from 'next'

const config: NextConfig = {
  typedRoutes: false,
  poweredByHeader: false,
  reactStrictMode: true,
  turbopack: { root: import.meta.dirname },
  experimental: { serverActions: { bodySizeLimit: '64kb' } },
}

export default config
