import { screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { renderApp, useMockApi } from './render-app.tsx';

const mock = useMockApi();

describe('renderApp', () => {
  it('signs in through the real routes and opens the landing page', async () => {
    const app = await renderApp('/');
    await app.user.type(await screen.findByLabelText('Email'), 'branch@demo.test');
    await app.user.type(screen.getByLabelText('Password'), 'commissary-demo');
    await app.user.click(screen.getByRole('button', { name: 'Sign In' }));
    await expect.poll(() => app.loadedPaths).toEqual(['/branch-order/create-order']);
    expect(mock.api.errors).toEqual([]);
  });

  it("shows the server's message for a wrong password", async () => {
    const app = await renderApp('/');
    await app.user.type(await screen.findByLabelText('Email'), 'branch@demo.test');
    await app.user.type(screen.getByLabelText('Password'), 'not my password');
    await app.user.click(screen.getByRole('button', { name: 'Sign In' }));
    expect(await screen.findByRole('alert')).toHaveTextContent('password');
    expect(app.loadedPaths).toEqual([]);
  });

  it('reports a lost connection while the fault lasts', async () => {
    const app = await renderApp('/');
    mock.api.fail({ fault: 'offline', match: '/users/login', times: 1 });
    await app.user.type(await screen.findByLabelText('Email'), 'branch@demo.test');
    await app.user.type(screen.getByLabelText('Password'), 'commissary-demo');
    await app.user.click(screen.getByRole('button', { name: 'Sign In' }));
    expect(await screen.findByRole('alert')).toHaveTextContent('Network connection failed');
    await app.user.click(screen.getByRole('button', { name: 'Sign In' }));
    await expect.poll(() => app.loadedPaths).toEqual(['/branch-order/create-order']);
  });

  it('opens a page for a user who is already signed in', async () => {
    await renderApp('/inventory', { as: 'branch' });
    expect(await screen.findByRole('heading', { name: 'No Access' })).toBeInTheDocument();
  });

  it('redirects to the sign-in page if nobody is signed in', async () => {
    const app = await renderApp('/inventory');
    expect(await screen.findByRole('heading', { name: 'Welcome Back' })).toBeInTheDocument();
    expect(app.path()).toBe('/');
  });
});
