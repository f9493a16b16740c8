import type { ComponentType } from 'react'
import { RouterProvider, type RouterProviderProps } from 'react-router'
import { create } from 'zustand'

// The part loads with the signed-in screens and stays, so that a message about a session's end shows over the sign-in.
const useAbove = create<{ readonly Above: ComponentType | null }>(() => ({ Above: null }))

/** Shows a component above every screen from now on. */
export const showAbove = (Above: ComponentType): void => useAbove.setState({ Above })

export function Page({ router }: Pick<RouterProviderProps, 'router'>) {
  const { Above } = useAbove()
  return (
    <>
      <RouterProvider router={router} />
      {Above && <Above />}
    </>
  )
}
