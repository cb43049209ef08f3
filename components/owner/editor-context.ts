'use client'

import { createContext, useContext } from 'react'

import type { StoredFile } from '#lib/content-editor/repository.ts'

/** What the inputs of a content form share. */
export type EditorScope = {
  /** Path of the file under content/. */
  readonly path: string
  /** Messages by the id of the input that each is about. */
  readonly errors: Readonly<Record<string, string>>
  /** Takes photographs that are saved with the file. */
  readonly addPictures: (files: readonly StoredFile[]) => void
}

/** The form that an input stands in. */
export const EditorScopeContext = createContext<EditorScope>({
  path: '',
  errors: {},
  addPictures: () => undefined,
})

/** The form that this input stands in. */
export const useEditorScope = () => useContext(EditorScopeContext)
