import type { ComponentType } from 'react'
import { RouterProvider, type RouterProviderProps } from 'react-router'
import { create } from 'zustand'

// What is above the screens comes with the code of the signed-in screens, and stays: a message about the end of a session is shown
// over the sign-in, where the frame of the screen that asked is gone.
const useAbove = create<{ readonly Above: ComponentType | null }>(() => ({ Above: null }))

/** Shows something above whatever screen is open, from now on. */
export const showAbove = (Above: ComponentType): void => useAbove.setState({ Above })

/** The screens, and what is above them. */
export function Page({ router }: Pick<RouterProviderProps, 'router'>) {
  const { Above } = useAbove()
  return (
    <>
      <RouterProvider router={router} />
      {Above && <Above />}
    </>
  )
}
