'use client'

export { default } from '#components/failure/error-state.tsx'
