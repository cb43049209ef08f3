'use client'

export { ErrorHere as default } from '#components/failure/late-words.tsx'
