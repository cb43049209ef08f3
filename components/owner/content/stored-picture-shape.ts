import type { StoredPicture } from '#lib/content-editor/stored-pictures.ts'
import { isText, listOf, withFields } from '#lib/text/json-shape.ts'

export const STORED = { src: isText, blobs: listOf(isText), signature: isText }

export const isStored = withFields<StoredPicture>(STORED)
