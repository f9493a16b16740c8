import type { ComponentType } from 'react'
import { RouterProvider, type RouterProviderProps } from 'react-router'
import { create } from 'zustand'

// The parts above the screens come with the code of the signed-in screens, and stay: a message about the end of a
// session is shown over the sign-in, where the frame of the screen that asked is gone.
const useAbove = create<{ readonly Above: ComponentType | null }>(() => ({ Above: null }))

/** Shows a component above every screen, from now on. */
export const showAbove = (Above: ComponentType): void => useAbove.setState({ Above })

/** The screens, and the part above them. */
export function Page({ router }: Pick<RouterProviderProps, 'router'>) {
  const { Above } = useAbove()
  return (
    <>
      <RouterProvider router={router} />
      {Above && <Above />}
    </>
  )
}
