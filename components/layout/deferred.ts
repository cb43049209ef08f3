'use client'

// One piece of script for all that comes after the load of a page.
export { settleOfflinePage } from './offline-page.ts'
export { prefetchKinds } from './prefetch-kinds.ts'
export { TopButton } from './top-button.tsx'
